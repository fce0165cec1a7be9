import type {
  CodePanel,
  OutputPanel,
  PagePanel,
  Panel,
  PicturePanel,
  Scene,
  Step,
  TablePanel,
} from './film.ts'
import { escapeHtml, highlight } from './highlight.ts'

/**
 * Where a scene stands: its step, and how many letters of the newly shown lines are typed (all, unless given). `pending`: what the
 * step's code does is not to be seen yet.
 */
export type Moment = { step: number; typed?: number; pending?: boolean }

/** One panel of a scene as HTML. `position` counts the scene's code panels. */
export function panelHtml(panel: Panel, steps: readonly Step[], moment: Moment, position: number): string {
  switch (panel.kind) {
    case 'code':
      return codeHtml(panel, steps, moment, position)
    case 'output':
      return outputHtml(panel, doneAt(moment))
    case 'table':
      return resultHtml(steps, moment, (step) => tableHtml(panel, step))
    case 'picture':
      return pictureHtml(panel, moment.step)
    case 'page':
      return resultHtml(steps, moment, (step) => pageHtml(panel, step))
  }
}

/** The lines of a code panel, the number of those shown at a step, and how many letters that step adds. */
export function typingOf(panel: CodePanel, steps: readonly Step[], step: number) {
  const lines = panel.source.replace(/^\n/, '').trimEnd().split('\n')
  const shown = steps[step]?.until ?? lines.length
  const before = step === 0 ? 0 : (steps[step - 1]?.until ?? lines.length)
  const types = steps.some(({ until }) => until !== undefined) && shown > before
  const letters = types
    ? lines.slice(before, shown).reduce((sum, line) => sum + lettersOf(panel, line), 0)
    : 0
  const lastTyped = lines.findLastIndex((line, index) => index < shown && lettersOf(panel, line) > 0)
  return { lines, shown, before, letters, lastTyped: lastTyped < before ? lines.length : lastTyped }
}

/** What a terminal says to a command: it stands there at once, and nobody types it. */
function isPrinted({ language }: CodePanel, line: string): boolean {
  return language === 'shell' && line.trim() !== '' && !line.startsWith('$ ')
}

function lettersOf(panel: CodePanel, line: string): number {
  return isPrinted(panel, line) ? 0 : line.trim().length
}

/** Whether some of its code is typed before the eyes. */
export function isTyped({ steps }: Pick<Scene, 'steps'>): boolean {
  return steps.some(({ until }) => until !== undefined)
}

/** The step whose results are to be seen. */
function doneAt({ step, pending }: Moment): number {
  return pending ? step - 1 : step
}

/** A result of what is typed comes after it; where nothing was typed before, its place is kept. */
function resultHtml(steps: readonly Step[], moment: Moment, html: (step: number) => string): string {
  if (!isTyped({ steps })) return html(moment.step)
  const done = doneAt(moment)
  return done < 0 ? `<div class="unseen">${html(0)}</div>` : html(done)
}

function codeHtml(panel: CodePanel, steps: readonly Step[], moment: Moment, position: number): string {
  const typing = typingOf(panel, position === 0 ? steps : [], moment.step)
  const typed = position === 0 ? moment.typed : undefined
  const focus = focusOf(steps[moment.step]?.focus, position)
  if (panel.from !== undefined && panel.from > doneAt(moment))
    return frame('code-panel unseen', panel.label, '')
  let left = typed ?? Number.POSITIVE_INFINITY
  const rows = typing.lines.map((line, index) => {
    const state = typed !== undefined || focus.size === 0 ? '' : focus.has(index + 1) ? 'lit' : 'dim'
    const isNew = index >= typing.before && index < typing.shown
    const letters = lettersOf(panel, line)
    const ahead = isNew && left < letters ? letters - Math.max(left, 0) : 0
    const caret = isNew && left > 0 && left <= letters
    const waits = isPrinted(panel, line)
      ? left < 0 || (moment.pending === true && index > typing.lastTyped)
      : left <= 0
    const hidden = index >= typing.shown || (isNew && waits)
    left -= isNew ? letters : 0
    return `<div class="row ${hidden ? 'hidden' : state}"><span class="no">${index + 1}</span><span class="line">${lineHtml(line, ahead, caret, panel)}</span></div>`
  })
  const isProgram = panel.language !== 'shell' && panel.language !== 'http'
  return frame(
    'code-panel',
    panel.label,
    `<div class="code fit${isProgram ? '' : ' unnumbered'}">${rows.join('')}</div>`,
  )
}

/** A line of which the last `ahead` letters are not typed yet: they keep their place unseen, so that nothing moves. */
function lineHtml(line: string, ahead: number, caret: boolean, panel: CodePanel): string {
  const cut = line.length - ahead
  let position = 0
  return highlight(line, panel.language).replace(/(<[^>]*>)|&[a-z]+;|./g, (whole, tag) => {
    if (tag !== undefined) return whole
    position += 1
    return position > cut ? `<u>${whole}</u>` : caret && position === cut ? `${whole}<b></b>` : whole
  })
}

function focusOf(focus: Step['focus'], position: number): Set<number> {
  const words = (typeof focus === 'string' ? [focus] : (focus ?? []))[position] ?? ''
  const ranges = words
    .split(',')
    .filter((word) => word !== '')
    .map((word) => word.split('-').map(Number))
  return new Set(
    ranges.flatMap(([first = 0, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    ),
  )
}

function outputHtml(panel: OutputPanel, step: number): string {
  const rows = panel.lines.map(
    ([from, text, tone = '']) =>
      `<div class="row ${from > step ? 'hidden' : tone}">${escapeHtml(text) || ' '}</div>`,
  )
  return frame('output-panel', panel.label ?? 'Console', `<div class="output fit">${rows.join('')}</div>`)
}

function tableHtml(panel: TablePanel, step: number): string {
  const { columns, rows, lit = [], litColumn } = panel.at(step)
  const cell = (tag: string, text: string, column: number) =>
    `<${tag} class="${columns[column] === litColumn ? 'lit' : ''}">${escapeHtml(text)}</${tag}>`
  const head = columns.map((name, column) => cell('th', name, column)).join('')
  const body = rows.map(
    (row, index) =>
      `<tr class="${lit.includes(index) ? 'lit' : ''}">${row.map((text, column) => cell('td', text, column)).join('')}</tr>`,
  )
  return frame(
    'table-panel',
    panel.label,
    `<div class="fit"><table><tr>${head}</tr>${body.join('')}</table></div>`,
  )
}

function pictureHtml(panel: PicturePanel, step: number): string {
  return frame(
    'picture',
    undefined,
    `<svg class="drawing" viewBox="0 0 ${panel.width} ${panel.height}">${panel.at(step)}</svg>`,
  )
}

/** The page stands in a shadow root, so that its style sheet and the film's do not meet. */
function pageHtml(panel: PagePanel, step: number): string {
  const base =
    '*{box-sizing:border-box;margin:0}:host{display:block;color:var(--ink);font-family:"Geist Variable",sans-serif}'
  const bar = panel.label === undefined ? '' : `<div class="bar mono">${escapeHtml(panel.label(step))}</div>`
  return frame(
    'page',
    undefined,
    `<div class="viewport" style="width:${panel.width(step)}px">${bar}<div class="inside"><div><template shadowrootmode="open"><style>${base}${panel.css}</style>${panel.at(step)}</template></div></div></div>`,
  )
}

function frame(kind: string, label: string | undefined, inside: string): string {
  const bar = label === undefined ? '' : `<div class="bar mono">${escapeHtml(label)}</div>`
  return `<section class="panel ${kind}">${bar}<div class="room">${inside}</div></section>`
}

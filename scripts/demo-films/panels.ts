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
 * A moment of a scene: its step, and how many characters of the new lines are typed (default: all). `pending`: the
 * results of the step's code are not shown yet.
 */
export type Moment = { step: number; typed?: number; pending?: boolean }

/** Returns one panel of a scene as HTML. `position` counts the scene's code panels. */
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

/** Returns the lines of a code panel, the number shown at a step, and the number of characters added by that step. */
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

/** Whether a line is terminal output, which appears at once. */
function isPrinted({ language }: CodePanel, line: string): boolean {
  return language === 'shell' && line.trim() !== '' && !line.startsWith('$ ')
}

function lettersOf(panel: CodePanel, line: string): number {
  return isPrinted(panel, line) ? 0 : line.trim().length
}

/** Whether code is typed on screen. */
export function isTyped({ steps }: Pick<Scene, 'steps'>): boolean {
  return steps.some(({ until }) => until !== undefined)
}

/** Returns the step whose results are shown. */
function doneAt({ step, pending }: Moment): number {
  return pending ? step - 1 : step
}

/** A result appears after the code that causes it; without typed code its space is reserved. */
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
    return `<div class="row ${hidden ? 'hidden' : state}"><span class="line">${lineHtml(line, ahead, caret, panel)}</span></div>`
  })
  return frame('code-panel', panel.label, `<div class="code">${rows.join('')}</div>`)
}

/**
 * A line whose last `ahead` characters are not typed yet: they are invisible but reserve their space, so that nothing
 * moves.
 */
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
  return frame('output-panel', panel.label ?? 'Console', `<div class="output">${rows.join('')}</div>`)
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
  return frame('table-panel', panel.label, `<table><tr>${head}</tr>${body.join('')}</table>`)
}

function pictureHtml(panel: PicturePanel, step: number): string {
  return frame(
    'picture',
    undefined,
    `<svg class="drawing" viewBox="0 0 ${panel.width} ${panel.height}">${panel.at(step)}</svg>`,
  )
}

/** The page is in a shadow root, which separates its style sheet from the film's. */
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

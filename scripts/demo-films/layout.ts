import type { Panel, Scene, Table } from './film.ts'
import { typingOf } from './panels.ts'
import { drawnType } from './picture.ts'

/** The place for a scene's panels, in pixels of the film. */
export const stage = { width: 1216, height: 600, gap: 18 }

/** Where the panels of a scene stand, how large all their text is, and the words of its drawings at least. */
export type Layout = { direction: 'columns' | 'rows'; tracks: string; type: number; drawn: number }

/**
 * The smallest and the largest type of code in a film 1280 pixels wide. A phone shows a film at 390 pixels, where the smallest is
 * 11 pixels high: the size of small print that is still read.
 */
export const leastType = 36
const largestType = 44

/** Words in drawings are few and stand alone: 9 pixels on the phone. */
export const leastDrawnType = 30

/**
 * Side by side or one above the other, whichever leaves the larger type; by the scene's own wish where both are alike. Panels of text
 * get what their longest line or their number of lines needs, drawings and pages the rest.
 */
export function layoutOf(scene: Scene): Layout {
  const columns = laidOut(scene, 'columns')
  const rows = laidOut(scene, 'rows')
  if (columns.type === rows.type) return scene.arrange === 'rows' ? rows : columns
  return columns.type > rows.type ? columns : rows
}

function laidOut(scene: Scene, direction: Layout['direction']): Layout {
  const needs = scene.panels.map((panel) => needOf(panel, scene))
  const [along, across] =
    direction === 'columns' ? (['width', 'height'] as const) : (['height', 'width'] as const)
  const free = stage[along] - stage.gap * (needs.length - 1)
  const fits = (type: number) =>
    needs.every((need) => sizeOf(need, across, type) <= stage[across]) &&
    needs.reduce((sum, need) => sum + sizeOf(need, along, type), 0) <= free
  let type = largestType
  while (type > 1 && !fits(type)) type -= 0.5
  const sizes = needs.map((need) => Math.ceil(sizeOf(need, along, type)))
  const isText = needs.map((need) => 'columns' in need)
  const isDrawn = isText.includes(false)
  const rest = sizes.reduce((left, size, index) => (isText[index] ? left - size : left), free)
  const drawn = scene.panels.flatMap((panel) =>
    panel.kind !== 'picture' ? [] : drawnType * Math.min(rest / panel[along], stage[across] / panel[across]),
  )
  const tracks = sizes.map((size, index) =>
    isDrawn && isText[index] ? `${size}px` : `minmax(0, ${isDrawn ? 1 : size}fr)`,
  )
  return { direction, tracks: tracks.join(' '), type, drawn: Math.min(...drawn) }
}

/** Text by its columns and lines, and pixels that do not grow with it; what is drawn by the least that it can do with. */
type Need =
  | { columns: number; lines: number; bar: number; title: number }
  | { least: { width: number; height: number } }

/** As frame.css has it: the advance of JetBrains Mono, the height of a line, and what is around the text, in its own size. */
const em = { letter: 0.6, line: 1.36, aside: 1.1, above: 0.4, cell: 1.2, tableLine: 1.7 }
const bar = { height: 44, letter: 15, aside: 48 }
const border = 2

/** The height of the bar above a panel, and the width that its words need. */
function barOf(label: string | undefined) {
  return label === undefined
    ? { bar: 0, title: 0 }
    : { bar: bar.height, title: label.length * bar.letter + bar.aside }
}

function sizeOf(need: Need, side: 'width' | 'height', type: number): number {
  if ('least' in need) return need.least[side]
  if (side === 'width')
    return Math.max(need.columns * em.letter * type + em.aside * type, need.title) + border
  return need.lines * em.line * type + em.above * type + need.bar + border
}

function needOf(panel: Panel, scene: Scene): Need {
  switch (panel.kind) {
    case 'code': {
      const { lines } = typingOf(panel, [], 0)
      return { columns: longest(lines), lines: lines.length, ...barOf(panel.label) }
    }
    case 'output': {
      const lines = panel.lines.map(([, text]) => text)
      return { columns: longest(lines), lines: lines.length, ...barOf(panel.label ?? 'Console') }
    }
    case 'table': {
      const sizes = scene.steps.map((_, step) => tableSize(panel.at(step)))
      return {
        columns: Math.max(...sizes.map(({ columns }) => columns)),
        lines: Math.max(...sizes.map(({ lines }) => lines)),
        ...barOf(panel.label),
      }
    }
    case 'picture':
      return { least: { width: Math.min(panel.width, 460), height: Math.min(panel.height, 330) } }
    case 'page':
      return { least: { width: 400, height: 310 } }
  }
}

function tableSize({ columns, rows }: Table) {
  const letters = columns.map((name, column) => longest([name, ...rows.map((row) => row[column] ?? '')]))
  const cells = (letters.length * em.cell) / em.letter
  return {
    columns: letters.reduce((sum, count) => sum + count, cells),
    lines: ((rows.length + 1) * em.tableLine) / em.line,
  }
}

function longest(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => line.length))
}

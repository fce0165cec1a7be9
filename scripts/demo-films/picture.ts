import { escapeHtml } from './highlight.ts'

/** The size of all words in a drawing, in its own units, and the width of a letter of JetBrains Mono in that size. */
export const drawnType = 30
export const drawnLetter = 0.6 * drawnType
const lineHeight = 38

/** The few shapes that the films' diagrams are drawn with; all return SVG. Tones are classes of frame.css. */
export const draw = {
  box(x: number, y: number, width: number, height: number, label: string, tone = ''): string {
    const lines = label.split('\n')
    const first = y + height / 2 - ((lines.length - 1) * lineHeight) / 2
    return `<g class="box ${tone}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${lines
      .map((line, index) => words(x + width / 2, first + index * lineHeight, line))
      .join('')}</g>`
  },
  circle(x: number, y: number, radius: number, label: string, tone = ''): string {
    return `<g class="box ${tone}"><circle cx="${x}" cy="${y}" r="${radius}"/>${words(x, y, label)}</g>`
  },
  text(x: number, y: number, label: string, tone = ''): string {
    return words(x, y, label, `label ${tone}`)
  },
  line(x1: number, y1: number, x2: number, y2: number, tone = ''): string {
    return `<path class="stroke ${tone}" d="M${x1} ${y1}L${x2} ${y2}"/>`
  },
  /** A line with a head at its end. Its label is above the middle of a flat one, and to the right of a steep one. */
  arrow(x1: number, y1: number, x2: number, y2: number, label = '', tone = ''): string {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
    const head = [
      [x2 - 13 * ux - 6 * uy, y2 - 13 * uy + 6 * ux],
      [x2, y2],
      [x2 - 13 * ux + 6 * uy, y2 - 13 * uy - 6 * ux],
    ]
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2]
    const isSteep = Math.abs(uy) > Math.abs(ux)
    const rise = Math.abs(uy / ux) * ((label.length * drawnLetter) / 2)
    const run = Math.abs(ux / uy) * (drawnType / 2)
    const text = isSteep
      ? words(Math.round(x + run + 14), y, label, 'label start')
      : words(x, Math.round(y - rise - drawnType / 2 - 10), label)
    return `<g class="arrow ${tone}"><path d="M${x1} ${y1}L${x2} ${y2}M${head.map((point) => point.map(Math.round).join(' ')).join('L')}"/>${text}</g>`
  },
  /** Joins the parts whose step has come. */
  when(condition: boolean, ...parts: readonly string[]): string {
    return condition ? parts.join('') : ''
  },
}

function words(x: number, y: number, label: string, kind = ''): string {
  if (label.trim() === '') return ''
  return `<text class="${kind.trim()}" x="${x}" y="${y}" font-size="${drawnType}">${escapeHtml(label)}</text>`
}

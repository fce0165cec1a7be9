import { escapeHtml } from './highlight.ts'

/** The shapes of the films' diagrams; all return SVG. Tones are classes of frame.css. */
export const draw = {
  box(x: number, y: number, width: number, height: number, label: string, tone = ''): string {
    const lines = label.split('\n')
    const first = y + height / 2 - (lines.length - 1) * 13
    return `<g class="box ${tone}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${lines
      .map((line, index) => `<text x="${x + width / 2}" y="${first + index * 26}">${escapeHtml(line)}</text>`)
      .join('')}</g>`
  },
  circle(x: number, y: number, radius: number, label: string, tone = ''): string {
    return `<g class="box ${tone}"><circle cx="${x}" cy="${y}" r="${radius}"/><text x="${x}" y="${y}">${escapeHtml(label)}</text></g>`
  },
  text(x: number, y: number, label: string, tone = ''): string {
    return `<text class="label ${tone}" x="${x}" y="${y}">${escapeHtml(label)}</text>`
  },
  line(x1: number, y1: number, x2: number, y2: number, tone = ''): string {
    return `<path class="stroke ${tone}" d="M${x1} ${y1}L${x2} ${y2}"/>`
  },
  /** A line with an arrowhead and a label above its middle. */
  arrow(x1: number, y1: number, x2: number, y2: number, label = '', tone = ''): string {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
    const head = [
      [x2 - 13 * ux - 6 * uy, y2 - 13 * uy + 6 * ux],
      [x2, y2],
      [x2 - 13 * ux + 6 * uy, y2 - 13 * uy - 6 * ux],
    ]
    return `<g class="arrow ${tone}"><path d="M${x1} ${y1}L${x2} ${y2}M${head.map((point) => point.map(Math.round).join(' ')).join('L')}"/><text x="${(x1 + x2) / 2}" y="${(y1 + y2) / 2 - 16}">${escapeHtml(label)}</text></g>`
  },
  /** Joins the parts whose step has come. */
  when(condition: boolean, ...parts: readonly string[]): string {
    return condition ? parts.join('') : ''
  },
}

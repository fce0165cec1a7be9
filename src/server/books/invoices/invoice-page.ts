import { invoiceFonts, type PieceFonts, plain } from './invoice-fonts.ts'
import type { InvoiceText } from './invoice-text.ts'
import { isPlainLatin, setInLines } from './mixed-text.ts'

/** A document under construction. */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument
  /** The structure element that new content is added to; undefined for decoration. */
  under: PDFKit.PDFStructureElement | undefined
  readonly fonts: PieceFonts
  /** The vertical position of the next content, in points from the top. */
  y: number
}

/** An invoice under construction. */
export type Page = Sheet & { readonly invoice: InvoiceText }

/** pdfkit also accepts a parsed font; its types allow only files and bytes. */
export function drawnWith(font: object): string {
  return font as unknown as string
}

const width = 595.28
export const edge = 62
export const right = width - edge
/** The top of the page footer, in points; nothing else is written below. */
export const footY = 752

export const ink = '#1b2420'
export const quiet = '#5c6b64'
export const accent = '#0b6b4b'
const rule = '#d5ded9'

type Features = PDFKit.Mixins.OpenTypeFeatures[]
const usual: Features = ['kern']
/** Tabular figures, so that amounts align in columns. */
const tabular: Features = ['kern', 'tnum']

type Style = {
  readonly size?: number
  readonly strong?: boolean
  readonly color?: string
  readonly width?: number
  readonly align?: 'left' | 'right'
  readonly gap?: number
  /** The structure tag for screen readers; a paragraph by default. */
  readonly tag?: 'P' | 'H1' | 'H2' | 'TH' | 'TD'
}

/** Writes a text and returns its lower edge. */
export function write(page: Sheet, text: string, x: number, y: number, style: Style = {}): number {
  const {
    size = 9.5,
    strong = false,
    color = ink,
    width: wide = right - x,
    align = 'left',
    gap = 2.5,
  } = style
  const { pdf } = page
  const tag = style.tag ?? 'P'
  const options = { width: wide, align, lineGap: gap, features: align === 'right' ? tabular : usual }
  const said = plain(text)
  pdf.font(strong ? 'strong' : 'regular', size).fillColor(color)
  if (!isPlainLatin(said)) {
    let bottom = y
    const draw = () => {
      bottom = writeMixed(page, said, x, y, { size, strong, width: wide, gap })
    }
    // right-to-left glyphs do not show the text's logical order
    tagged(page, tag, draw, said)
    return bottom
  }
  const height = pdf.heightOfString(said, options)
  tagged(page, tag, () => pdf.text(said, x, y, options))
  return y + height
}

/** Writes a text of several scripts on the baselines of Inter. */
function writeMixed(
  { pdf, fonts }: Sheet,
  text: string,
  x: number,
  y: number,
  { size, strong, width: wide, gap }: { size: number; strong: boolean; width: number; gap: number },
): number {
  const { ascent, unitsPerEm } = invoiceFonts.regular
  const lineHeight = pdf.currentLineHeight(true) + gap
  let bottom = y
  for (const runs of setInLines(text, { fonts, strong, size, width: wide })) {
    let at = x
    for (const run of runs) {
      pdf.font(run.font.name, size)
      pdf.text(run.text, at, bottom + (ascent / unitsPerEm) * size, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: usual,
      })
      at += run.width
    }
    bottom += lineHeight
  }
  return bottom
}

/** Returns the height of a text set in this width, in points. */
export function heightOf(
  { pdf, fonts }: Sheet,
  text: string,
  wide: number,
  { size = 9.5, strong = false }: Pick<Style, 'size' | 'strong'> = {},
): number {
  const said = plain(text)
  pdf.font(strong ? 'strong' : 'regular', size)
  if (isPlainLatin(said)) return pdf.heightOfString(said, { width: wide, lineGap: 2.5, features: usual })
  const lines = setInLines(said, { fonts, strong, size, width: wide })
  return lines.length * (pdf.currentLineHeight(true) + 2.5)
}

/** Returns the width of a Latin text on one line, in points; used for right-aligned amounts. */
export function widthOf(
  { pdf }: Sheet,
  text: string,
  { size = 9.5, strong = false, align = 'left' }: Pick<Style, 'size' | 'strong' | 'align'> = {},
): number {
  pdf.font(strong ? 'strong' : 'regular', size)
  return pdf.widthOfString(plain(text), { features: align === 'right' ? tabular : usual })
}

/** Groups all content written by `draw` in one structure element: a table, a row. */
export function within(page: Sheet, tag: string, draw: () => void): void {
  const { pdf, under } = page
  if (!under) {
    draw()
    return
  }
  const element = pdf.struct(tag)
  under.add(element)
  page.under = element
  draw()
  page.under = under
  element.end()
}

/** Writes tagged content, for screen readers. */
function tagged({ pdf, under }: Sheet, tag: string, draw: () => void, actual?: string): void {
  if (!under) {
    asDecoration(pdf, draw)
    return
  }
  const element = pdf.struct(tag, actual === undefined ? {} : { actual })
  under.add(element)
  element.add(draw)
  element.end()
}

/** Writes content that screen readers skip: rules, and repeated footers. */
function asDecoration(pdf: PDFKit.PDFDocument, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  draw()
  pdf.endMarkedContent()
}

export function line(page: Sheet, y: number, color = rule, from = edge): void {
  asDecoration(page.pdf, () => {
    page.pdf.lineWidth(0.6).strokeColor(color).moveTo(from, y).lineTo(right, y).stroke()
  })
}

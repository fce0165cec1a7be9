import { invoiceFonts, type PieceFonts, plain } from './invoice-fonts.ts'
import type { InvoiceText } from './invoice-text.ts'
import { isPlainLatin, setInLines } from './mixed-text.ts'

/** A document while it is written. */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument
  /** What is written becomes a part of it; decoration without. */
  under: PDFKit.PDFStructureElement | undefined
  readonly fonts: PieceFonts
  /** Where the next thing goes, in points from the top. */
  y: number
}

/** An invoice while it is written. */
export type Page = Sheet & { readonly invoice: InvoiceText }

/** pdfkit takes a font that has been read as well; its types know of files and bytes alone. */
export function drawnWith(font: object): string {
  return font as unknown as string
}

const width = 595.28
export const edge = 62
export const right = width - edge
/** Where the foot of a page begins; nothing else is written below. */
export const footY = 752

export const ink = '#1b2420'
export const quiet = '#5c6b64'
export const accent = '#0b6b4b'
const rule = '#d5ded9'

type Features = PDFKit.Mixins.OpenTypeFeatures[]
const usual: Features = ['kern']
/** Figures of one width, so that amounts stand in columns. */
const tabular: Features = ['kern', 'tnum']

type Style = {
  readonly size?: number
  readonly strong?: boolean
  readonly color?: string
  readonly width?: number
  readonly align?: 'left' | 'right'
  readonly gap?: number
  /** What it is for those who have it read to them; a paragraph if nothing is said. */
  readonly tag?: 'P' | 'H1' | 'H2' | 'TH' | 'TD'
}

/** Writes a text and answers where it ends. */
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
    // what is set from right to left cannot be read off the signs
    tagged(page, tag, draw, said)
    return bottom
  }
  const height = pdf.heightOfString(said, options)
  tagged(page, tag, () => pdf.text(said, x, y, options))
  return y + height
}

/** A text of several scripts, all on the base lines that Inter would have. */
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

/** How high a text is that is set as wide as this, in points. */
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

/** How wide a text of Latin letters is on one line, in points; an amount, where it is aligned to the right. */
export function widthOf(
  { pdf }: Sheet,
  text: string,
  { size = 9.5, strong = false, align = 'left' }: Pick<Style, 'size' | 'strong' | 'align'> = {},
): number {
  pdf.font(strong ? 'strong' : 'regular', size)
  return pdf.widthOfString(plain(text), { features: align === 'right' ? tabular : usual })
}

/** Has all that is written meanwhile read as parts of one thing: a table, its rows. */
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

/** What is read to those who do not see it, as what it is. */
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

/** What only the eye needs: rules, and what stands on every page. */
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

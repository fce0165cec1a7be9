import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import PdfDocument from 'pdfkit'
import { m } from '#messages/generated-mails/messages.js'
import type { InvoiceText } from './invoice-text.ts'

/**
 * An invoice as a PDF of A4 pages, with its fonts in it. The same text gives the same bytes whenever it is made: no clock and
 * no chance has a part in it.
 */
export async function invoicePdf(invoice: InvoiceText): Promise<Buffer> {
  const { language, title, number, seller, product, at } = invoice
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: edge, left: edge, right: edge, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    font: drawnWith(invoiceFonts.regular),
    info: {
      Title: `${title} ${number}`,
      Author: seller.name,
      Subject: m.invoice_subject({ seller: seller.name }, { locale: language }),
      Creator: product,
      Producer: 'pdfkit',
      CreationDate: at,
      ModDate: at,
    },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', drawnWith(invoiceFonts.regular))
  pdf.registerFont('strong', drawnWith(invoiceFonts.strong))
  const page: Page = { pdf, invoice, y: 0 }
  writeHead(page)
  writeLines(page)
  writeTotals(page)
  writeNotes(page)
  writeFeet(page)
  pdf.end()
  return done
}

/** Where the next thing goes, in points from the top. */
type Page = { readonly pdf: PDFKit.PDFDocument; readonly invoice: InvoiceText; y: number }

/** Inter, cut to Latin, Greek and Cyrillic; its licence (OFL) lies beside it. Read once: that is a third of the work. */
export const invoiceFonts = { regular: readFont('inter-regular'), strong: readFont('inter-semibold') }

function readFont(name: string): Font {
  const font = create(readFileSync(join(import.meta.dirname, `fonts/${name}.ttf`)))
  if (!('layout' in font)) throw new Error(`${name} is a collection of fonts`)
  return font
}

/** pdfkit takes a font that has been read as well; its types know of files and bytes alone. */
function drawnWith(font: Font): string {
  return font as unknown as string
}

const width = 595.28
const edge = 62
const right = width - edge
/** Where the foot of a page begins; nothing else is written below. */
const footY = 752
/** Where the window of an envelope shows the address (DIN 5008 B). */
const windowY = 132
const amountWidth = 110

const ink = '#1b2420'
const quiet = '#5c6b64'
const accent = '#0b6b4b'
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
}

/** Writes a text and answers where it ends. */
function write(
  { pdf }: Page,
  text: string,
  x: number,
  y: number,
  { size = 9.5, strong = false, color = ink, width: wide = right - x, align = 'left', gap = 2.5 }: Style = {},
): number {
  const options = { width: wide, align, lineGap: gap, features: align === 'right' ? tabular : usual }
  const said = plain(text)
  pdf.font(strong ? 'strong' : 'regular', size).fillColor(color)
  const height = pdf.heightOfString(said, options)
  pdf.text(said, x, y, options)
  return y + height
}

function heightOf({ pdf }: Page, text: string, wide: number, size = 9.5): number {
  return pdf.font('regular', size).heightOfString(plain(text), { width: wide, lineGap: 2.5, features: usual })
}

/** What somebody typed may hold signs that no font draws. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
}

function line({ pdf }: Page, y: number, color = rule): void {
  pdf.lineWidth(0.6).strokeColor(color).moveTo(edge, y).lineTo(right, y).stroke()
}

function writeHead(page: Page): void {
  const { invoice } = page
  const { product, seller, customer, facts, title, number } = invoice
  write(page, product, edge, 52, { size: 13, strong: true, color: accent })

  const addressWidth = 250
  const sender = [seller.name, ...seller.lines].join(' · ')
  let y = write(page, sender, edge, windowY, { size: 7, color: quiet, width: addressWidth, gap: 1 }) + 8
  y = write(page, customer.name, edge, y, { size: 10.5, strong: true, width: addressWidth })
  for (const each of atMost(10, customer.lines))
    y = write(page, each, edge, y, { size: 10.5, width: addressWidth })

  const factX = 338
  const labelWidth = 78
  let factY = windowY
  for (const [label, value] of facts) {
    const end = write(page, label, factX, factY + 0.5, { size: 8, color: quiet, width: labelWidth, gap: 1 })
    const valueX = factX + labelWidth + 6
    factY = Math.max(end, write(page, value, valueX, factY, { size: 9, width: right - valueX, gap: 1.5 })) + 5
  }

  const titleY = Math.max(290, y + 34, factY + 34)
  page.y = write(page, `${title} ${number}`, edge, titleY, { size: 20, strong: true }) + 16
  makeRoom(page, 70)
  writeColumns(page)
}

function writeColumns(page: Page): void {
  const [service, amount] = page.invoice.columns
  const style = { size: 8, color: quiet }
  write(page, service, edge, page.y, style)
  page.y = write(page, amount, right - amountWidth, page.y, { ...style, width: amountWidth, align: 'right' })
  line(page, page.y + 3, ink)
  page.y += 12
}

function writeLines(page: Page): void {
  const wide = right - edge - amountWidth - 16
  for (const { text, detail, amount } of page.invoice.lines) {
    const height = heightOf(page, text, wide) + (detail ? heightOf(page, detail, wide, 8.5) + 2 : 0)
    if (makeRoom(page, height + 18)) writeColumns(page)
    write(page, amount, right - amountWidth, page.y, { width: amountWidth, align: 'right' })
    page.y = write(page, text, edge, page.y, { width: wide })
    if (detail) page.y = write(page, detail, edge, page.y + 2, { size: 8.5, color: quiet, width: wide })
    page.y += 7
    line(page, page.y)
    page.y += 9
  }
}

function writeTotals(page: Page): void {
  const { totals } = page.invoice
  const labelX = 338
  makeRoom(page, totals.length * 20 + 24)
  page.y += 3
  for (const [index, [label, amount]] of totals.entries()) {
    const last = index === totals.length - 1
    const style = last ? { size: 12.5, strong: true } : { color: quiet }
    if (last && totals.length > 1) {
      page.pdf.lineWidth(0.6).strokeColor(ink).moveTo(labelX, page.y).lineTo(right, page.y).stroke()
      page.y += 8
    }
    write(page, label, labelX, page.y, style)
    page.y =
      write(page, amount, right - amountWidth - 20, page.y, {
        ...style,
        color: ink,
        width: amountWidth + 20,
        align: 'right',
      }) + 4
  }
}

function writeNotes(page: Page): void {
  page.y += 26
  for (const note of page.invoice.notes) {
    makeRoom(page, heightOf(page, note, right - edge) + 4)
    page.y = write(page, note, edge, page.y) + 4
  }
}

/** Goes to a new page where there is not so much room; true when it did. */
function makeRoom(page: Page, height: number): boolean {
  if (page.y + height <= footY - 16) return false
  page.pdf.addPage()
  const { title, number } = page.invoice
  page.y = write(page, `${title} ${number}`, edge, 52, { size: 9.5, color: quiet }) + 22
  return true
}

/** On every page who sells, and which page of how many it is. */
function writeFeet(page: Page): void {
  const { pdf, invoice } = page
  const { start, count: pages } = pdf.bufferedPageRange()
  const columnX = [edge, edge + 210, edge + 340]
  for (let index = 0; index < pages; index += 1) {
    pdf.switchToPage(start + index)
    line(page, footY)
    for (const [column, words] of invoice.imprint.entries()) {
      const x = columnX[column] ?? edge
      let y = footY + 9
      const wide = (columnX[column + 1] ?? right) - x - 10
      for (const word of atMost(5, words))
        y = write(page, word, x, y, { size: 7.5, color: quiet, width: wide, gap: 1 })
    }
    const said = m.invoice_page({ page: index + 1, pages }, { locale: invoice.language })
    if (pages > 1)
      write(page, said, right - 120, footY - 14, { size: 7.5, color: quiet, width: 120, align: 'right' })
  }
}

/** Nobody's address pushes the rest off the page: what is more is joined. */
function atMost(count: number, lines: readonly string[]): readonly string[] {
  return lines.length <= count ? lines : [...lines.slice(0, count - 1), lines.slice(count - 1).join(', ')]
}

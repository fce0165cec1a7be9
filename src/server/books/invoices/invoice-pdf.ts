import { m } from '#messages/generated-mails/messages.js'
import { describeFacturX } from './factur-x-metadata.ts'
import {
  accent,
  edge,
  footY,
  heightOf,
  ink,
  line,
  type Page,
  quiet,
  right,
  widthOf,
  within,
  write,
} from './invoice-page.ts'
import type { InvoiceText } from './invoice-text.ts'
import { openPdf } from './pdf-document.ts'

/**
 * Creates an invoice as tagged PDF/A-3 on A4, with embedded fonts; with `xml` as Factur-X, with the e-invoice as
 * attachment. Deterministic: the same text gives the same bytes.
 */
export async function invoicePdf(invoice: InvoiceText, xml?: Buffer): Promise<Buffer> {
  const { language, title, number, seller, product, at } = invoice
  const { page: sheet, close } = await openPdf({
    language,
    title: `${title} ${number}`,
    author: seller.name,
    subject: m.invoice_subject({ seller: seller.name }, { locale: language }),
    creator: product,
    at,
    typed: textsOf(invoice),
  })
  const page: Page = Object.assign(sheet, { invoice })
  writeHead(page)
  writeLines(page)
  writeTotals(page)
  writeNotes(page)
  page.under?.end()
  page.under = undefined
  writeFeet(page)
  if (xml) attach(page.pdf, xml, at)
  return close()
}

function textsOf({ product, seller, customer, lines, imprint }: InvoiceText): string[] {
  const said = lines.flatMap(({ text, detail = '' }) => [text, detail])
  return [product, seller.name, ...seller.lines, customer.name, ...customer.lines, ...said, ...imprint.flat()]
}

/** Attaches the e-invoice under the file name of Factur-X, as an alternative representation. */
function attach(pdf: PDFKit.PDFDocument, xml: Buffer, at: Date): void {
  const file = {
    name: 'factur-x.xml',
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Factur-X, EN 16931',
    creationDate: at,
    modifiedDate: at,
  }
  pdf.file(xml, file)
  describeFacturX(pdf)
}

/** Position of the address in a window envelope (DIN 5008 B). */
const windowY = 132
const amountWidth = 110

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
  page.y = write(page, `${title} ${number}`, edge, titleY, { size: 20, strong: true, tag: 'H1' }) + 16
  makeRoom(page, 70)
}

function writeColumns(page: Page): void {
  const [service, amount] = page.invoice.columns
  const style = { size: 8, color: quiet, tag: 'TH' } as const
  within(page, 'TR', () => {
    write(page, service, edge, page.y, style)
    page.y = write(page, amount, right - amountWidth, page.y, {
      ...style,
      width: amountWidth,
      align: 'right',
    })
  })
  line(page, page.y + 3, ink)
  page.y += 12
}

function writeLines(page: Page): void {
  within(page, 'Table', () => writeRows(page))
}

function writeRows(page: Page): void {
  writeColumns(page)
  const wide = right - edge - amountWidth - 16
  for (const { text, detail, amount } of page.invoice.lines) {
    const height = heightOf(page, text, wide) + (detail ? heightOf(page, detail, wide, { size: 8.5 }) + 2 : 0)
    if (makeRoom(page, height + 18)) writeColumns(page)
    within(page, 'TR', () => {
      const from = page.y
      within(page, 'TD', () => {
        page.y = write(page, text, edge, page.y, { width: wide })
        if (detail) page.y = write(page, detail, edge, page.y + 2, { size: 8.5, color: quiet, width: wide })
      })
      write(page, amount, right - amountWidth, from, { width: amountWidth, align: 'right', tag: 'TD' })
    })
    page.y += 7
    line(page, page.y)
    page.y += 9
  }
}

function writeTotals(page: Page): void {
  const { totals, payments } = page.invoice
  const sums = [...setSums(page, totals, 12.5), ...setSums(page, payments, 9.5)]
  const labelX = Math.max(
    edge,
    Math.min(338, ...sums.map(({ labelWidth, amountWidth: wide }) => right - wide - sumGap - labelWidth)),
  )
  makeRoom(
    page,
    sums.reduce((height, sum) => height + heightOfSum(page, sum, labelX), 3),
  )
  page.y += 3
  for (const sum of sums) writeSum(page, sum, labelX)
}

/** Between label and amount, in points. */
const sumGap = 14

type Sum = {
  readonly label: string
  readonly amount: string
  readonly style: { readonly size?: number; readonly strong?: boolean }
  readonly labelWidth: number
  readonly amountWidth: number
  /** Height of the rule above the last of several sums, the total. */
  readonly ruleHeight: 0 | 8
  /** Space below it. */
  readonly gap: 4 | 10
}

/** Measures a column of sums; the last one is set in `size` and bold. */
function setSums(page: Page, sums: Page['invoice']['totals'], size: number): readonly Sum[] {
  return sums.map(([label, amount], index) => {
    const isLast = index === sums.length - 1
    const style = isLast ? { size, strong: true } : {}
    return {
      label,
      amount,
      style,
      labelWidth: Math.ceil(widthOf(page, label, style)),
      amountWidth: Math.ceil(widthOf(page, amount, { ...style, align: 'right' })) + 1,
      ruleHeight: isLast && sums.length > 1 ? 8 : 0,
      gap: isLast ? 10 : 4,
    }
  })
}

function heightOfSum(page: Page, sum: Sum, labelX: number): number {
  const { label, amountWidth: wide, style, ruleHeight, gap } = sum
  return ruleHeight + heightOf(page, label, right - wide - sumGap - labelX, style) + gap
}

/** A label wider than the space beside its amount is wrapped. */
function writeSum(page: Page, sum: Sum, labelX: number): void {
  const { label, amount, style, amountWidth: wide, ruleHeight } = sum
  if (ruleHeight > 0) line(page, page.y, ink, labelX)
  const y = page.y + ruleHeight
  const color = style.strong ? ink : quiet
  write(page, label, labelX, y, { color, ...style, width: right - wide - sumGap - labelX })
  write(page, amount, right - wide, y, { ...style, width: wide, align: 'right' })
  page.y += heightOfSum(page, sum, labelX)
}

function writeNotes(page: Page): void {
  page.y += 20
  for (const note of page.invoice.notes) {
    makeRoom(page, heightOf(page, note, right - edge) + 4)
    page.y = write(page, note, edge, page.y) + 4
  }
}

/** Starts a new page where the height does not fit; true if it did. */
function makeRoom(page: Page, height: number): boolean {
  if (page.y + height <= footY - 16) return false
  page.pdf.addPage()
  const { title, number } = page.invoice
  page.y = write(page, `${title} ${number}`, edge, 52, { size: 9.5, color: quiet }) + 22
  return true
}

/** Writes the seller and the page number on every page. */
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

/** Limits the lines of an address; further ones are joined, so that they push nothing off the page. */
function atMost(count: number, lines: readonly string[]): readonly string[] {
  return lines.length <= count ? lines : [...lines.slice(0, count - 1), lines.slice(count - 1).join(', ')]
}

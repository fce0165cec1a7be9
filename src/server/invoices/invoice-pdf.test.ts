import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { someInvoiceRow, year } from '#support/some-invoice.ts'
import { writtenInvoice } from './invoice-facts.ts'
import { invoiceFonts, invoicePdf } from './invoice-pdf.ts'
import { invoiceText } from './invoice-text.ts'

type Row = Parameters<typeof someInvoiceRow>[0]

async function pdfOf(row: Row = {}): Promise<Buffer> {
  return invoicePdf(invoiceText(writtenInvoice(someInvoiceRow(row))))
}

/** What a PDF is made of, its compressed parts opened. */
function opened(pdf: Buffer): string {
  const parts = [pdf.toString('latin1')]
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      parts.push(inflateSync(pdf.subarray(at + 7)).toString('latin1'))
    } catch {
      // the end of a stream, or one that is not compressed
    }
  }
  return parts.join('\n')
}

const pagesOf = (pdf: Buffer) => opened(pdf).match(/\/Type \/Page\b/g)?.length

describe('the PDF of an invoice', () => {
  test('is the same to the byte whenever it is made', async () => {
    const row = { bill: { users: 12, interval: year }, buyer: { name: 'Łukasz Żółć' } }
    const first = await pdfOf(row)
    await new Promise((later) => setTimeout(later, 1100))
    expect((await pdfOf(row)).equals(first)).toBe(true)
    expect((await pdfOf({ ...row, buyer: { name: 'Łukasz Żółw' } })).equals(first)).toBe(false)
  })

  test('has its title, language and date in it, and its fonts', async () => {
    const text = opened(await pdfOf({ buyer: { language: 'de' } }))
    expect(text).toMatch(/^%PDF-1\.7/)
    expect(text).toContain('(Rechnung 2026-000123)')
    expect(text).toContain('/Lang (de)')
    expect(text).toContain('/DisplayDocTitle true')
    expect(text).toContain('(D:20261121100000Z)')
    expect(text.match(/\/FontFile2 /g)).toHaveLength(2)
    expect(text).not.toMatch(/Helvetica|\/JavaScript|\/URI/)
  })

  test('is one page of A4', async () => {
    const pdf = await pdfOf({ bill: { users: 60, interval: year, creditCents: 100 } })
    expect(pagesOf(pdf)).toBe(1)
    expect(opened(pdf)).toContain('/MediaBox [0 0 595.28 841.89]')
  })

  test('goes on to another page where an address is long, and not for ever', async () => {
    const address = Array.from({ length: 200 }, (_, line) => `${'Donaudampfschifffahrt'.repeat(3)} ${line}`)
    const pages = pagesOf(await pdfOf({ buyer: { address: address.slice(0, 12).join('\n') } }))
    expect(pages).toBe(2)
  })

  test('is made of whatever people type', async () => {
    const buyer = { name: '李小龍\u202E\u0000', address: '\u2028<b>ام</b>\n🙂' }
    expect((await pdfOf({ buyer })).length).toBeGreaterThan(10_000)
  })
})

describe('its fonts', () => {
  test.each(Object.entries(invoiceFonts))('draw the names and towns of Europe: %s', (_, font) => {
    const words =
      'Größe ẞ Łódź Győr Žilina Târgu Mureș Iași Ħamrun Ålesund Þórr Đurđevac Çanakkale İzmir ĳ Œuvre ŵŷ Ελλάδα Ἀθῆναι ΰ ' +
      'София Київ ґ Ёлка Ђорђе Љубљана Việt Nam €£$§–—„“”‚’…·−№™ 0123456789 @&/()[]+%#,.;:!?*_|°²³½ªº«»¿¡'
    const missing = [...new Set(words.normalize('NFC'))].filter(
      (sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
    )
    expect(missing).toEqual([])
  })
})

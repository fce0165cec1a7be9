import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { someInvoiceRow, year } from '#support/some-invoice.ts'
import { writtenInvoice } from './invoice-facts.ts'
import { invoiceFonts } from './invoice-fonts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceText } from './invoice-text.ts'

type Row = Parameters<typeof someInvoiceRow>[0]

async function pdfOf(row: Row = {}, xml?: Buffer): Promise<Buffer> {
  return invoicePdf(invoiceText(writtenInvoice(someInvoiceRow(row))), xml)
}

/** The content of a PDF, with its compressed parts inflated. */
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

  test('is PDF/A-3, tagged, with its colours defined and no font left out', async () => {
    const text = opened(await pdfOf({ bill: { users: 12, interval: year } }))
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(text).toContain('/OutputIntents')
    expect(text).toContain('/Marked true')
    for (const tag of ['Document', 'H1', 'P', 'Table', 'TR', 'TH', 'TD'])
      expect(text).toContain(`/S /${tag}\n`)
    expect(text).not.toContain('/EmbeddedFiles')
  })

  test('of a business has its e-invoice in it, as Factur-X wants it', async () => {
    const xml = Buffer.from('<Invoice>of a business</Invoice>')
    const text = opened(await pdfOf({}, xml))
    expect(text).toContain('<Invoice>of a business</Invoice>')
    expect(text).toMatch(/\/AFRelationship \/Alternative/)
    expect(text).toContain('(factur-x.xml)')
    expect(text).toContain('/Subtype /text#2Fxml')
    expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
    expect(text).toContain('<pdfaSchema:prefix>fx</pdfaSchema:prefix>')
  })

  test.each([
    ['Chinese', '李小龍\n北京市朝阳区建国路88号', 'NotoSansSC'],
    ['Japanese', 'さくら 𠮷田\n東京都', 'NotoSansJP'],
    ['Korean', '김민수\n서울특별시', 'NotoSansKR'],
    ['Arabic', 'شركة النور\nدبي 12', 'NotoSansArabic'],
    ['Hebrew', 'שלום כהן\nתל אביב', 'NotoSansHebrew'],
    ['emoji', 'Zoë 🙂\nRing 3', 'NotoEmoji'],
  ])('draws %s with an embedded font, reduced to the used characters', async (_, address, font) => {
    const pdf = await pdfOf({ buyer: { address } })
    expect(opened(pdf)).toMatch(new RegExp(`/BaseFont /[A-Z]+\\+${font}`))
    expect(pdf.length).toBeLessThan(70_000)
  })

  test('is one page of A4', async () => {
    const pdf = await pdfOf({ bill: { users: 60, interval: year, creditCents: 100 } })
    expect(pagesOf(pdf)).toBe(1)
    expect(opened(pdf)).toContain('/MediaBox [0 0 595.28 841.89]')
  })

  test('continues on another page for a long address, and ends', async () => {
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

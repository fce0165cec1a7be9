import { describe, expect, test } from 'vitest'
import type { OrderBill } from '#domain/invoices/invoice.ts'
import { amountOf } from '#domain/money.ts'
import { collisionsIn, textsOfPdf } from '#support/pdf-texts.ts'
import {
  outsideScope,
  reverseCharge,
  smallBusiness,
  someBill,
  someInvoiceRow,
  year,
} from '#support/some-invoice.ts'
import { writtenInvoice } from './invoice-facts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceText } from './invoice-text.ts'

type Row = NonNullable<Parameters<typeof someInvoiceRow>[0]>

/** As large as the columns of the database allow. */
const greatest = 2_147_483_647

const longName = 'Donaudampfschifffahrtsgesellschaft und Verlag für fortgeschrittene Softwareentwicklung'
const company = {
  address: `${longName} mbH & Co. KG\nz. Hd. Ada Lovelace\nGroße Diesdorfer Straße 123 b\n39110 Magdeburg`,
  business: true,
  vatId: 'ATU13585627',
  country: 'AT',
  contractNumber: '0412345678901',
}
const longSeller = {
  name: `${longName} Robin Sample e. K.`,
  address: 'Große Diesdorfer Straße 123 b\n39110 Magdeburg an der Elbe\nBundesrepublik Deutschland',
  email: 'robin-sample-and-the-trainers-of-films@films-of-a-long-name.example.org',
  taxNumber: '12/345/67890',
}

const taxes = [amountOf(1_000_000_000, 1900), amountOf(800_000_000, 700)]
const [net, vat] = [1_800_000_000, 246_000_000]
const suppliedAt = new Date('2026-11-21T10:00:00Z')
const mixed: OrderBill = {
  key: 'order 1',
  order: {
    number: '2026123456789',
    suppliedAt,
    lines: [
      { name: longName, detail: longName, quantity: 1000, netCents: 1_000_000_000, vatBasisPoints: 1900 },
      { name: 'Workbook', detail: '', quantity: 1, netCents: 800_000_000, vatBasisPoints: 700 },
    ],
    discount: { name: 'WINTER-OF-2026', parts: [{ netCents: 2_000, vatBasisPoints: 1900 }] },
    shipping: { name: `Paket ${longName}`, parts: [{ netCents: 2_000, vatBasisPoints: 700 }] },
  },
  amount: { netCents: net, vatBasisPoints: 1900, vatCents: vat, grossCents: net + vat },
  taxes,
  paidBy: { creditCents: 0, cardCents: net + vat, openCents: 0, alsoCents: 0 },
}
const onInvoice: OrderBill = {
  ...mixed,
  paidBy: { creditCents: 0, cardCents: 0, openCents: net + vat, alsoCents: 0 },
  transfer: {
    holder: longName,
    iban: 'MT84MALT011000012345MTLCAST001S',
    bic: 'MALTMTMTXXX',
    dueOn: '2026-12-31',
    reference: '2026-1234-5678-9',
  },
}
const great = {
  ...someBill({ users: 60, interval: year }),
  amount: {
    netCents: 1_804_608_106,
    vatBasisPoints: 1900,
    vatCents: greatest - 1_804_608_106,
    grossCents: greatest,
  },
}
const manyRates: OrderBill = {
  ...mixed,
  taxes: [1900, 700, 550, 2550].map((basisPoints) => amountOf(450_000_000, basisPoints)),
}

const kinds: Record<string, Row> = {
  'an invoice': {},
  'an invoice over a great sum': { bill: great },
  'paid by credit': { bill: { creditCents: 1190 } },
  'of which credit pays a part': { bill: { users: 3, creditCents: 4043 } },
  'of which credit pays a great part': {
    bill: {
      ...great,
      paidBy: { creditCents: greatest, cardCents: greatest, openCents: 0, alsoCents: greatest },
    },
  },
  'of which a little is open': { bill: { creditCents: 1160, openCents: 30 } },
  'that charges what was open before': { bill: { alsoCents: 30 } },
  'to a company abroad': { buyer: company, vat: reverseCharge, bill: great },
  'to a company outside the EU': { buyer: { ...company, country: 'CH' }, vat: outsideScope },
  'of a small business': { vat: smallBusiness, seller: { taxNumber: '12/345/67890' } },
  'of a seller who has much to say': { seller: longSeller, product: longName },
  'of the shop': { bill: mixed },
  'of the shop, with many rates': { bill: manyRates, buyer: company },
  'of the shop, to be transferred': { bill: onInvoice, buyer: company },
  'a credit note': { given: 5000 },
  'a credit note over a great sum': { given: 1_804_608_106, bill: great, goesTo: 'balance' },
  'a credit note for the shop': { given: net, bill: mixed, goesTo: 'transfer' },
  'a credit note for what was not paid': { given: net, bill: onInvoice, goesTo: 'unpaid' },
  'a credit note that another invoice replaces': { given: 5000, buyer: company, goesTo: 'replacement' },
}

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test.each(Object.entries(kinds))('texts neither overlap nor leave the page: %s', async (_, row) => {
    const said = invoiceText(writtenInvoice(someInvoiceRow({ ...row, buyer: { ...row.buyer, language } })))
    const texts = textsOfPdf(await invoicePdf(said))
    const words = texts.map(({ text }) => text).join('')
    for (const [label, amount] of [...said.totals, ...said.payments]) {
      expect(words.replaceAll(/\s/g, '')).toContain(label.replaceAll(/\s/g, ''))
      expect(texts.map(({ text }) => text)).toContain(amount)
    }
    expect(collisionsIn(texts)).toEqual([])
  })
})

test('a label wider than its line wraps', async () => {
  const said = invoiceText(writtenInvoice(someInvoiceRow({ bill: great })))
  const label = 'Paid with the credit of your account and of all others, '.repeat(4)
  const payments = [...said.totals.slice(1), [label, '−€21,474,836.47']] as const
  const texts = textsOfPdf(await invoicePdf({ ...said, payments }))
  expect(texts.filter(({ text }) => text.includes('all others')).length).toBeGreaterThan(1)
  expect(collisionsIn(texts)).toEqual([])
})

test('texts that lie upon each other are found', () => {
  const one = { page: 0, text: 'one', left: 10, right: 40, bottom: 10, top: 20 }
  const other = { ...one, text: 'other', left: 39, right: 60 }
  expect(collisionsIn([one, other])).toEqual(['one | other'])
  expect(collisionsIn([one, { ...other, page: 1 }])).toEqual([])
  expect(collisionsIn([one, { ...other, left: 40 }])).toEqual([])
  expect(collisionsIn([{ ...one, right: 600 }])).toEqual(['one | end of the page'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amountOf } from '#domain/money.ts'
import { priceSets } from '#domain/pricing.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { runs } from '#support/rounds.ts'
import {
  creditNoteOf,
  type FormerBill,
  type InvoiceDocument,
  invoiceNumber,
  invoiceOf,
  invoicesKeptFrom,
  isSmallAmount,
  missingOnInvoice,
} from './invoice.ts'

const from = new Date('2026-11-21T00:00:00Z')
const until = new Date('2026-12-21T00:00:00Z')
const german: VatTreatment = { basisPoints: 1900, reverseCharge: false, taxCountry: 'DE' }
const reverse: VatTreatment = { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' }
const frame = {
  number: '2026-000123',
  issuedOn: '2026-11-21',
  seller: { name: 'Robin Sample', address: 'Sample Street 1', country: 'DE', vatId: 'DE136695976' },
  customer: { name: 'Ada GmbH', address: 'Ring 1', country: 'AT', vatId: 'ATU13585627' },
}

function aBill(priceCents: number, creditCents = 0, basisPoints = 1900): FormerBill {
  return {
    key: 'period-1',
    purpose: {
      kind: 'period',
      index: 1,
      term: 1,
      starts: 'when-paid',
      plan: priceSets.launch,
      interval: { value: 1, unit: 'm' },
      paidLicenses: 12,
      cycle: { anchor: '2026-11-21', zone: 'UTC', months: 1, days: 0 },
      from,
      until,
      priceCents,
    },
    amount: amountOf(priceCents - creditCents, basisPoints),
    creditCents,
  }
}

describe('an invoice', () => {
  test('says how many users are paid for, from when to when, net, tax and gross', () => {
    expect(invoiceOf(aBill(10_800), frame, german)).toEqual({
      kind: 'invoice',
      ...frame,
      lines: [
        { kind: 'period', netCents: 12_000, users: 12, interval: { value: 1, unit: 'm' }, from, until },
        { kind: 'users-reduction', netCents: -1200, users: 12, percent: 10 },
      ],
      total: { netCents: 10_800, vatBasisPoints: 1900, vatCents: 2052, grossCents: 12_852 },
      paidBy: { creditCents: 0, cardCents: 12_852, openCents: 0, alsoCents: 0 },
      notes: [],
    })
  })

  test('is of the whole price, however it is paid', () => {
    const { creditCents: _, ...bill } = aBill(10_800)
    const paidBy = { creditCents: 800, cardCents: 12_052, openCents: 0, alsoCents: 0 }
    const invoice = invoiceOf({ ...bill, paidBy }, frame, german)
    expect(invoice).toMatchObject({ total: { netCents: 10_800, grossCents: 12_852 }, paidBy })
    expect(invoice.lines.map(({ kind }) => kind)).toEqual(['period', 'users-reduction'])
  })

  test('from before credit was gross shows the credit deducted, or the amount still open', () => {
    const credited = invoiceOf(aBill(10_800, 800), frame, german)
    expect(credited.lines.map(({ kind, netCents }) => [kind, netCents])).toEqual([
      ['period', 12_000],
      ['users-reduction', -1200],
      ['balance', -800],
    ])
    expect(credited.total.grossCents).toBe(11_900)
    const open = invoiceOf(aBill(1000, -30), frame, german)
    expect(open.lines.at(-1)).toEqual({ kind: 'balance', netCents: 30 })
    expect(open.total.netCents).toBe(1030)
  })

  test('counts the users that were added', () => {
    const purpose = { kind: 'seats', paidBefore: 3, paidLicenses: 5, from, until, priceCents: 1225 } as const
    const invoice = invoiceOf({ ...aBill(1225), purpose }, frame, german)
    expect(invoice.lines).toEqual([{ kind: 'seats', netCents: 1225, users: 2, from, until }])
  })

  test.each([
    [german, []],
    [reverse, ['reverse-charge']],
    [{ basisPoints: 0, reverseCharge: false, note: 'small-business' } as const, ['small-business']],
    [{ basisPoints: 0, reverseCharge: false, note: 'outside-scope' } as const, ['outside-scope']],
  ])('under %j carries the notes %j', (vat, notes) => {
    expect(invoiceOf(aBill(1000, 0, vat.basisPoints), frame, vat).notes).toEqual(notes)
  })
})

describe('an order of the shop', () => {
  const taxes = [amountOf(1000, 1900), amountOf(1000, 700)]
  const order = {
    number: '7',
    suppliedAt: from,
    lines: [
      { name: 'Mug', detail: '', quantity: 1, netCents: 1000, vatBasisPoints: 1900 },
      { name: 'Book', detail: '', quantity: 1, netCents: 1000, vatBasisPoints: 700 },
    ],
  }
  const paidBy = { creditCents: 0, cardCents: 2260, openCents: 0, alsoCents: 0 }
  const amount = { netCents: 2000, vatBasisPoints: 1900, vatCents: 260, grossCents: 2260 }
  const bill = { key: 'order-7', order, amount, taxes, paidBy }
  const transfer = {
    holder: 'Robin Sample',
    iban: 'DE02120300000000202051',
    bic: '',
    dueOn: '2026-12-05',
    reference: '7',
  }

  test('is invoiced by its lines, its taxes by their rate, and how it is to be paid', () => {
    const invoice = invoiceOf({ ...bill, transfer }, frame, german)
    expect(invoice).toMatchObject({ taxes, transfer, paidBy, total: amount })
    expect(invoice.lines.map(({ kind, name }) => [kind, name])).toEqual([
      ['article', 'Mug'],
      ['article', 'Book'],
    ])
    const { taxes: _, ...plain } = bill
    expect(invoiceOf(plain, frame, german)).not.toHaveProperty('taxes')
    expect(invoiceOf(plain, frame, german)).not.toHaveProperty('transfer')
  })

  test('names the articles of which the customer owes the tax, and so does a credit note for them', () => {
    const lines = [
      { name: 'Voucher', detail: '', quantity: 1, netCents: 1000, vatBasisPoints: 0, reverseCharge: true },
      { name: 'Voucher', detail: 'two', quantity: 1, netCents: 500, vatBasisPoints: 0, reverseCharge: true },
      { name: 'Mug', detail: '', quantity: 1, netCents: 1000, vatBasisPoints: 1900 },
    ]
    const mixed = [amountOf(1500, 0), amountOf(1000, 1900)]
    const invoice = invoiceOf({ ...bill, order: { ...order, lines }, taxes: mixed }, frame, reverse)
    expect(invoice).toMatchObject({ notes: ['reverse-charge'], reverseChargeOf: ['Voucher'] })
    expect(invoiceOf(bill, frame, german)).not.toHaveProperty('reverseChargeOf')
    const back = (part: readonly Amount[]) =>
      creditNoteOf(invoice, { amount, taxes: part }, { number: '2026-000124', issuedOn: '2026-11-25' })
    expect(back(mixed)).toMatchObject({
      notes: ['reverse-charge', 'corrects'],
      reverseChargeOf: ['Voucher'],
      lines: [
        { netCents: -1500, vatBasisPoints: 0 },
        { netCents: -1000, vatBasisPoints: 1900 },
      ],
    })
    expect(back(mixed.slice(1))).toMatchObject({ notes: ['corrects'] })
    expect(back(mixed.slice(1))).not.toHaveProperty('reverseChargeOf')
  })

  test('is given back at all of its rates, by their size', () => {
    const invoice = invoiceOf(bill, frame, german)
    const back = (part: typeof amount) =>
      creditNoteOf(invoice, { amount: part }, { number: '2026-000124', issuedOn: '2026-11-25' })
    expect(back(amount)).toMatchObject({
      lines: [
        { kind: 'refund', netCents: -1000, vatBasisPoints: 1900 },
        { kind: 'refund', netCents: -1000, vatBasisPoints: 700 },
      ],
      taxes: [
        { netCents: -1000, vatBasisPoints: 1900, vatCents: -190, grossCents: -1190 },
        { netCents: -1000, vatBasisPoints: 700, vatCents: -70, grossCents: -1070 },
      ],
    })
    // a cent has a single rate
    const cent = { netCents: 1, vatBasisPoints: 1900, vatCents: 0, grossCents: 1 }
    expect(back(cent).taxes).toEqual([{ netCents: -1, vatBasisPoints: 1900, vatCents: 0, grossCents: -1 }])
  })
})

describe('a number', () => {
  test.each([
    ['2026-11-21', 1, '2026-000001'],
    ['2026-12-31', 123, '2026-000123'],
    ['2027-01-01', 1, '2027-000001'],
    ['2027-01-01', 1_234_567, '2027-1234567'],
  ])('of %s, the %i.: %s', (issuedOn, count, number) => {
    expect(invoiceNumber(issuedOn, count)).toBe(number)
  })
})

describe('a credit note', () => {
  const invoice = invoiceOf(aBill(10_800, 0, 0), frame, reverse)

  test('names the invoice, turns its amount round and keeps its notes', () => {
    const note = creditNoteOf(
      invoice,
      { amount: amountOf(10_800, 0) },
      { number: '2026-000124', issuedOn: '2026-11-25' },
    )
    expect(note).toEqual({
      ...frame,
      kind: 'credit-note',
      number: '2026-000124',
      issuedOn: '2026-11-25',
      corrects: { number: '2026-000123', issuedOn: '2026-11-21' },
      lines: [{ kind: 'refund', netCents: -10_800 }],
      total: { netCents: -10_800, vatBasisPoints: 0, vatCents: 0, grossCents: -10_800 },
      paidBy: invoice.paidBy,
      goesTo: 'card',
      notes: ['reverse-charge', 'corrects'],
    })
    expect(missingOnInvoice(note)).toEqual([])
  })

  test('gives the tax back at the rate of the invoice', () => {
    const taxed = invoiceOf(aBill(10_800), frame, german)
    const day = { number: '2026-000124', issuedOn: '2026-11-25' }
    expect(creditNoteOf(taxed, { amount: amountOf(1000, 1900) }, day).total).toEqual({
      netCents: -1000,
      vatBasisPoints: 1900,
      vatCents: -190,
      grossCents: -1190,
    })
  })
})

describe('the short form', () => {
  test.each([
    [21_008, german, true],
    // 250.01 gross
    [21_009, german, false],
    [25_000, { ...german, basisPoints: 0 }, true],
    [1000, reverse, false],
  ])('for %i cents net under %j: %s', (net, vat, small) => {
    expect(isSmallAmount(invoiceOf(aBill(net, 0, vat.basisPoints), frame, vat))).toBe(small)
  })
})

describe('missing facts', () => {
  const large = invoiceOf(aBill(100_000), frame, german)
  const nobody = { name: '', address: '', country: 'DE' }
  test.each<[string, InvoiceDocument, string[]]>([
    ['on a whole one', large, []],
    ['of the seller', { ...large, seller: nobody }, ['seller-name', 'seller-address', 'seller-tax-number']],
    [
      'of a seller with a tax number',
      { ...large, seller: { ...frame.seller, vatId: undefined, taxNumber: '12/345' } },
      [],
    ],
    ['of the customer', { ...large, customer: nobody }, ['customer-name', 'customer-address']],
    ['of the customer of a small one', { ...invoiceOf(aBill(1000), frame, german), customer: nobody }, []],
    [
      'under reverse charge',
      { ...invoiceOf(aBill(1000, 0, 0), frame, reverse), customer: nobody },
      ['customer-name', 'customer-address', 'vat-ids'],
    ],
    [
      'of the seller of a small one',
      { ...invoiceOf(aBill(1000), frame, german), seller: { ...frame.seller, vatId: undefined } },
      [],
    ],
    [
      'of the seller under reverse charge',
      {
        ...invoiceOf(aBill(1000, 0, 0), frame, reverse),
        seller: { ...frame.seller, vatId: undefined, taxNumber: '12/345' },
      },
      ['vat-ids'],
    ],
    ['on one with a reduction', invoiceOf(aBill(10_800), frame, german), []],
    ['of the end', { ...large, lines: [{ kind: 'period', netCents: 100_000, from }] }, ['period']],
    ['of the beginning', { ...large, lines: [{ kind: 'period', netCents: 100_000, until }] }, ['period']],
    ['of the time', { ...large, lines: [{ kind: 'period', netCents: 100_000 }] }, ['period']],
    ['of a credit note without its invoice', { ...large, kind: 'credit-note' }, ['corrected-invoice']],
  ])('%s', (_, invoice, missing) => {
    expect(missingOnInvoice(invoice)).toEqual(missing)
  })
})

test('lines sum to the net total, the tax is within half a cent and gross is their sum: 100,000 invoices', () => {
  const rates = fc.constantFrom(0, 1700, 1900, 2100, 2550, 2700)
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.nat(1_000_000), rates, (price, credit, basisPoints) => {
      const used = Math.min(price, credit)
      const vat = basisPoints === 0 ? reverse : { ...german, basisPoints }
      const { lines, total } = invoiceOf(aBill(price, used, basisPoints), frame, vat)
      const net = lines.reduce((sum, { netCents }) => sum + netCents, 0)
      return (
        net === total.netCents &&
        total.grossCents === total.netCents + total.vatCents &&
        total.netCents >= 0 &&
        total.grossCents >= 0 &&
        Math.abs(total.vatCents * 10_000 - net * basisPoints) <= 5000
      )
    }),
    { numRuns: runs(100_000) },
  )
})

test.each([
  ['2034-12-31', 'home', '2026-01-01'],
  ['2035-01-01', 'home', '2027-01-01'],
  ['2036-12-31', 'abroad', '2026-01-01'],
  ['2037-01-01', 'abroad', '2027-01-01'],
] as const)('on %s, taxed %s, invoices of %s and later are kept', (today, taxed, from) => {
  expect(invoicesKeptFrom(today, taxed)).toBe(from)
})

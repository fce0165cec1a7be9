import { expect, test } from 'vitest'
import { someBill } from '#support/some-invoice.ts'
import { type MoneyFacts, moneyRows } from './money-rows.ts'

const vat = { basisPoints: 1900, reverseCharge: false }
const card = { brand: 'visa', last4: '4242', expires: '2031-09' }
const at = new Date('2026-12-20T23:00:00Z')
const rowsOf = (facts: MoneyFacts, language: 'en' | 'de' = 'en') =>
  moneyRows(facts, { language, product: 'Lectern', zone: 'Europe/Berlin' }).map(
    ({ label, value }) => `${label}: ${value.replaceAll('\u00A0', ' ')}`,
  )

test('an amount too small to be charged is open, and nothing is charged', () => {
  const bill = someBill({ creditCents: 1160, openCents: 30 })
  expect(rowsOf({ bill: { bill, vat, card: undefined } }).slice(-3)).toEqual([
    'Paid with the credit of your account: −€11.60',
    'Open, charged with your next invoice: €0.30',
    'Charged to your card: €0.00',
  ])
})

test('earlier open amounts are charged as well', () => {
  const bill = someBill({ alsoCents: 30 })
  expect(rowsOf({ bill: { bill, vat, card } }).slice(-2)).toEqual([
    'Open from earlier invoices: €0.30',
    'Charged to Visa ending in 4242: €12.20',
  ])
  expect(rowsOf({ coming: { at, bill, vat, card } }, 'de').slice(-3)).toEqual([
    'Offen aus früheren Rechnungen: 0,30 €',
    'Abbuchung am 21. Dezember 2026 von Visa mit den Endziffern 4242: 12,20 €',
    'Verlängerung: um jeweils 1 Monat, bis Sie kündigen',
  ])
})

test('the part of a refund above its credit note is open again', () => {
  const facts = {
    refunds: [{ grossCents: 1220, card }],
    credit: { creditedCents: 0, balanceCents: -30 },
  }
  expect(rowsOf(facts)).toEqual(['Back to Visa ending in 4242: €12.20', 'Open from earlier invoices: €0.30'])
})

test('a part is refunded to each card that paid, the rest is credited', () => {
  const other = { ...card, brand: 'mastercard', last4: '4444' }
  const facts = {
    refunds: [
      { grossCents: 2344, card },
      { grossCents: 500, card: other },
      { grossCents: 100, card: undefined },
    ],
    credit: { creditedCents: 310, balanceCents: 355 },
  }
  expect(rowsOf(facts, 'de')).toEqual([
    'Erstattung auf Visa mit den Endziffern 4242: 23,44 €',
    'Erstattung auf Mastercard mit den Endziffern 4444: 5,00 €',
    'Erstattung auf die Karte, mit der bezahlt wurde: 1,00 €',
    'Gutschrift auf Ihr Konto: 3,10 €',
    'Guthaben Ihres Kontos: 3,55 €',
  ])
})

test.each([
  ['small-business', 'Exempt from value added tax as a small business (§ 19 UStG).'],
  [
    'reverse-charge',
    'Steuerschuldnerschaft des Leistungsempfängers / Reverse charge: the customer owes the value added tax.',
  ],
] as const)('has the reason why there is no tax: %s', (note, why) => {
  const untaxed = { basisPoints: 0, reverseCharge: note === 'reverse-charge', note }
  const rows = rowsOf({ bill: { bill: someBill({ basisPoints: 0 }), vat: untaxed, card } })
  expect(rows).toContain(`VAT: ${why}`)
  expect(rows.at(-1)).toBe('Charged to Visa ending in 4242: €10.00')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChargePurpose } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import { discountFor, intervalPrice, type PricingPlan, plans, priceSets } from '#domain/pricing.ts'
import { creditNoteOf, type FormerBill, invoiceOf } from './invoice.ts'
import { orderLines, priceLines } from './invoice-lines.ts'

const from = new Date('2026-11-20T23:00:00Z')
const until = new Date('2027-11-20T23:00:00Z')

function aPeriod(
  plan: PricingPlan,
  users: number,
  interval: { value: number; unit: 'm' | 'y' },
  priceCents?: number,
): Extract<ChargePurpose, { kind: 'period' }> {
  const sold = discountFor(plan, interval)
  if (!sold) throw new Error('not sold')
  return {
    kind: 'period',
    index: 1,
    term: 1,
    starts: 'when-paid',
    plan,
    interval,
    paidLicenses: users,
    cycle: { anchor: '2026-11-21', zone: 'Europe/Berlin', months: 12, days: 0 },
    from,
    until,
    priceCents: priceCents ?? intervalPrice(plan, users, sold),
  }
}

const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const
const graduated: PricingPlan = { ...priceSets.launch, tiers: 'graduated' }

describe('the price of a period', () => {
  test.each([
    ['one user, a month', priceSets.launch, 1, month, [['period', 1000, undefined]]],
    [
      'five users, a month',
      priceSets.launch,
      5,
      month,
      [
        ['period', 5000, undefined],
        ['users-reduction', -500, 10],
      ],
    ],
    [
      'twelve users, a year',
      priceSets.launch,
      12,
      year,
      [
        ['period', 144_000, undefined],
        ['users-reduction', -14_400, 10],
        ['interval-reduction', -25_920, 20],
      ],
    ],
    [
      'six users of a graduated plan, a month',
      graduated,
      6,
      month,
      [
        ['period', 6000, undefined],
        ['users-reduction', -200, undefined],
      ],
    ],
  ] as const)('of %s', (_, plan, users, interval, expected) => {
    const lines = priceLines(aPeriod(plan, users, interval))
    expect(lines.map(({ kind, netCents, percent }) => [kind, netCents, percent])).toEqual(expected)
  })

  test('that the plan does not result in is a line of its own', () => {
    expect(priceLines(aPeriod(priceSets.launch, 12, month, 999))).toEqual([
      { kind: 'period', netCents: 999, users: 12, interval: month, from, until },
    ])
  })

  test('that is no longer sold is a line of its own', () => {
    const interval = { value: 7, unit: 'm' } as const
    expect(priceLines({ ...aPeriod(priceSets.launch, 12, month), interval, priceCents: 70_000 })).toEqual([
      { kind: 'period', netCents: 70_000, users: 12, interval, from, until },
    ])
  })

  test('that costs nothing is still listed', () => {
    expect(priceLines(aPeriod(priceSets.launch, 0, month))).toEqual([
      { kind: 'period', netCents: 0, users: 0, interval: month, from, until },
    ])
  })

  test('names the purpose of each line', () => {
    expect(priceLines(aPeriod(priceSets.launch, 12, year))).toEqual([
      { kind: 'period', netCents: 144_000, users: 12, interval: year, from, until },
      { kind: 'users-reduction', netCents: -14_400, users: 12, percent: 10 },
      { kind: 'interval-reduction', netCents: -25_920, interval: year, percent: 20 },
    ])
  })
})

describe('a period with a coupon', () => {
  const coupon = { code: 'SPRING', percent: null, offCents: 1000, periods: 1, intervals: null }
  const plan = { ...priceSets.launch, coupon }

  test('lists it as an agreed reduction, after the others', () => {
    const bought = aPeriod(plan, 12, year)
    expect(priceLines({ ...bought, priceCents: 102_680 })).toEqual([
      ...priceLines(aPeriod(priceSets.launch, 12, year)),
      { kind: 'coupon-reduction', netCents: -1000, name: 'SPRING' },
    ])
  })
})

describe('an order', () => {
  const suppliedAt = from
  const mug = { name: 'Mug', detail: 'blue', quantity: 2, netCents: 2000, vatBasisPoints: 1900 }
  const article = { kind: 'article', ...mug, from: suppliedAt, until: suppliedAt }

  test('lists the items, the discount by rate, and its shipping', () => {
    const order = {
      number: '7',
      suppliedAt,
      lines: [mug],
      discount: { name: 'SPRING', parts: [{ netCents: 200, vatBasisPoints: 1900 }] },
      shipping: { name: 'Parcel', parts: [{ netCents: 419, vatBasisPoints: 700 }] },
    }
    expect(orderLines(order)).toEqual([
      article,
      { kind: 'discount', name: 'SPRING', netCents: -200, vatBasisPoints: 1900 },
      { kind: 'shipping', name: 'Parcel', netCents: 419, vatBasisPoints: 700 },
    ])
  })

  test('without discount and shipping has neither line', () => {
    expect(orderLines({ number: '7', suppliedAt, lines: [mug] })).toEqual([article])
  })
})

describe('any items', () => {
  const sale = fc
    .record({
      plan: fc.constantFrom(...plans, graduated),
      users: fc.integer({ min: 1, max: 60 }),
      choice: fc.nat(2),
      basisPoints: fc.constantFrom(0, 1900, 2000, 2550),
      credit: fc.integer({ min: -49, max: 200_000 }),
    })
    .map(({ plan, users, choice, basisPoints, credit }) => {
      const { interval } = plan.intervals[choice] ?? { interval: month }
      const purpose = aPeriod(plan, users, interval as typeof month)
      const creditCents = Math.min(credit, purpose.priceCents)
      const amount = amountOf(purpose.priceCents - creditCents, basisPoints)
      return { key: 'period-1', purpose, amount, creditCents } satisfies FormerBill
    })
  const frame = {
    number: '2026-000001',
    issuedOn: '2026-11-21',
    seller: { name: 'Robin Sample', address: 'Sample Street 1', country: 'DE' },
    customer: { name: 'Ada', address: 'Ring 1', country: 'DE' },
  }

  test('the lines of its invoice of before credit was gross sum to the net of the charge, and net and tax to its gross', () => {
    fc.assert(
      fc.property(sale, (bill) => {
        const invoice = invoiceOf(bill, frame, {
          basisPoints: bill.amount.vatBasisPoints,
          reverseCharge: false,
        })
        const sum = invoice.lines.reduce((total, { netCents }) => total + netCents, 0)
        expect(sum).toBe(bill.amount.netCents)
        expect(invoice.total).toEqual(bill.amount)
        expect(invoice.total.netCents + invoice.total.vatCents).toBe(bill.amount.grossCents)
        const reductions = invoice.lines.filter(({ kind }) => kind.endsWith('-reduction'))
        expect(reductions.every(({ netCents }) => netCents < 0)).toBe(true)
      }),
    )
  })

  test('its credit note equals the refund, and both together are zero', () => {
    fc.assert(
      fc.property(sale, (bill) => {
        const invoice = invoiceOf(bill, frame, {
          basisPoints: bill.amount.vatBasisPoints,
          reverseCharge: false,
        })
        const note = creditNoteOf(invoice, bill, { number: '2026-000002', issuedOn: '2026-11-22' })
        const all = [...invoice.lines, ...note.lines].reduce((total, { netCents }) => total + netCents, 0)
        expect(all).toBe(0)
        expect(invoice.total.grossCents + note.total.grossCents).toBe(0)
      }),
    )
  })
})

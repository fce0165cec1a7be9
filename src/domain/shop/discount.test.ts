import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Discount, type DiscountFault, discountCents, discountFault } from './discount.ts'

const tenPercent: Discount = {
  code: 'AUTUMN',
  percent: 10,
  offCents: null,
  freeShipping: false,
  minimumCents: 2000,
  validFrom: '2026-11-01',
  validUntil: '2026-11-30',
  maxUses: 3,
  uses: 2,
}
const cart = { netCents: 2000, ships: true, today: '2026-11-22' }

describe('a discount code lowers an order', () => {
  test.each<[string, Partial<Discount>, Partial<typeof cart>, DiscountFault | undefined]>([
    ['within its days, uses and minimum', {}, {}, undefined],
    ['on its first day', {}, { today: '2026-11-01' }, undefined],
    ['not the day before', {}, { today: '2026-10-31' }, 'not-yet'],
    ['on its last day', {}, { today: '2026-11-30' }, undefined],
    ['not the day after', {}, { today: '2026-12-01' }, 'over'],
    ['whenever it has no days', { validFrom: null, validUntil: null }, { today: '2030-01-01' }, undefined],
    ['not when it is used up', { uses: 3 }, {}, 'used-up'],
    ['however often it has no limit', { maxUses: null, uses: 1000 }, {}, undefined],
    ['not below its minimum', {}, { netCents: 1999 }, 'minimum'],
    ['by the shipping alone', { percent: null, freeShipping: true }, {}, undefined],
    [
      'not by the shipping where nothing is shipped',
      { percent: null, freeShipping: true },
      { ships: false },
      'nothing-off',
    ],
    ['that ships nothing by its percents', { freeShipping: true }, { ships: false }, undefined],
    ['that ships nothing by its amount', { percent: null, offCents: 500 }, { ships: false }, undefined],
  ])('%s', (_, change, ordered, expected) => {
    expect(discountFault({ ...tenPercent, ...change }, { ...cart, ...ordered })).toBe(expected)
  })

  test('that does not exist is reported as unknown', () => {
    expect(discountFault(undefined, cart)).toBe('unknown')
  })
})

describe('it takes off', () => {
  test.each([
    [{ percent: 10, offCents: null }, 2000, 200],
    [{ percent: 15, offCents: null }, 1230, 185],
    [{ percent: 15, offCents: null }, 1229, 184],
    [{ percent: null, offCents: 500 }, 2000, 500],
    [{ percent: null, offCents: null }, 2000, 0],
    // an amount below the smallest charge is kept
    [{ percent: 100, offCents: null }, 2000, 1950],
    [{ percent: null, offCents: 5000 }, 2000, 1950],
    [{ percent: null, offCents: 5000 }, 40, 0],
  ])('%j of %d: %d', (discount, netCents, expected) => {
    expect(discountCents(discount, netCents)).toBe(expected)
  })

  test('never more than a cart costs, and never less of a larger cart', () => {
    const discounts = fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), offCents: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), offCents: fc.integer({ min: 1, max: 100_000 }) }),
    )
    fc.assert(
      fc.property(discounts, fc.nat(1_000_000), fc.nat(10_000), (discount, netCents, more) => {
        const off = discountCents(discount, netCents)
        expect(off).toBeGreaterThanOrEqual(0)
        expect(netCents - off).toBeGreaterThanOrEqual(Math.min(netCents, 50))
        expect(discountCents(discount, netCents + more)).toBeGreaterThanOrEqual(off)
      }),
    )
  })
})

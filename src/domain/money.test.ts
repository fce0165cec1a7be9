import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney } from './formatted-money.ts'
import { amountOf, divideHalfUp, spread, vatOf } from './money.ts'

describe('rounding', () => {
  test.each([
    [10, 4, 3],
    [9, 4, 2],
    [1, 2, 1],
    [-1, 2, -1],
    [-9, 4, -2],
    [0, 7, 0],
    [21, 3, 7],
  ])('%i / %i is %i', (numerator, denominator, rounded) => {
    expect(divideHalfUp(numerator, denominator)).toBe(rounded)
  })

  test('is never off by more than half a cent, in any direction', () => {
    const numerators = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    fc.assert(
      fc.property(numerators, fc.integer({ min: 1, max: 1_000_000 }), (numerator, denominator) => {
        const rounded = divideHalfUp(numerator, denominator)
        expect(Number.isSafeInteger(rounded)).toBe(true)
        expect(Object.is(rounded, -0)).toBe(false)
        expect(Math.abs(2 * (rounded * denominator - numerator))).toBeLessThanOrEqual(denominator)
      }),
    )
  })
})

describe('value added tax', () => {
  test.each([
    [1000, 190],
    [12_600, 2394],
    // 5.035 and 0.095: half a cent goes up
    [2650, 504],
    [50, 10],
    [1, 0],
    [0, 0],
  ])('19 %% of %i cents are %i cents', (net, vat) => {
    expect(vatOf(net, 19)).toBe(vat)
  })

  test('gross is net times 1.19, rounded once', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (net) => {
        expect(net + vatOf(net, 19)).toBe(divideHalfUp(net * 119, 100))
      }),
    )
  })
})

test('a percentage is exact, in spite of binary fractions', () => {
  expect(vatOf(10_000, 4.35)).toBe(435)
})

describe('an amount with its tax', () => {
  test.each([
    [1000, 1900, 190, 1190],
    [1000, 2550, 255, 1255],
    [9720, 2550, 2479, 12_199],
    // 0.255 up, 0.085 down, a half away from zero
    [1, 2550, 0, 1],
    [2, 2550, 1, 3],
    [-50, 1900, -10, -60],
    [12_345, 0, 0, 12_345],
    [0, 1900, 0, 0],
  ])('of %i cents at %i basis points: %i tax, %i gross', (netCents, vatBasisPoints, vatCents, grossCents) => {
    expect(amountOf(netCents, vatBasisPoints)).toEqual({ netCents, vatBasisPoints, vatCents, grossCents })
  })

  test('differs from the exact one by at most half a cent, and equals it at whole percents', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 0, max: 3000 }), (net, basisPoints) => {
        const { vatCents, grossCents } = amountOf(net, basisPoints)
        expect(grossCents - vatCents).toBe(net)
        expect(Math.abs(vatCents * 10_000 - net * basisPoints)).toBeLessThanOrEqual(5000)
        expect(amountOf(net, basisPoints * 100).vatCents).toBe(vatOf(net, basisPoints))
      }),
    )
  })
})

describe('an amount', () => {
  test.each([
    [1000, 'en', '€10.00'],
    [810, 'en', '€8.10'],
    [123_456, 'en', '€1,234.56'],
    [0, 'en', '€0.00'],
    [-2000, 'en', '−€20.00'],
    [123_450, 'de', '1.234,50 €'],
  ])('of %i cents reads, in %s, %s', (cents, locale, text) => {
    expect(formatMoney(cents, locale).replace(/\s/g, ' ')).toBe(text)
  })
})

describe('a sum in shares', () => {
  test.each([
    [10, [1, 1, 1], [3, 4, 3]],
    [0, [5, 5], [0, 0]],
    [7, [], []],
    [7, [0, 0], [0, 0]],
    [7, [0, 3, 0], [0, 7, 0]],
    // a product beyond the exact integers of a double
    [3_999_999_999, [9_999_999_999, 9_999_999_998], [2_000_000_000, 1_999_999_999]],
  ])('%d by %j', (cents, weights, shares) => {
    expect(spread(cents, weights)).toEqual(shares)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amountOf } from '#domain/money.ts'
import { runs } from '#support/rounds.ts'
import { creditableNet, creditablePart, creditableParts } from './creditable-part.ts'

/** Tax rates of the EU's states, and others. */
const rates = [0, 300, 400, 500, 550, 600, 700, 900, 1000, 1350, 1700, 1900, 2000, 2100, 2300, 2550, 2700]
const rate = fc.constantFrom(...rates)
const sums = fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 12 })

const isByRate = ({ netCents, vatBasisPoints, vatCents, grossCents }: Amount) =>
  vatCents === amountOf(netCents, vatBasisPoints).vatCents && grossCents === netCents + vatCents

/** The rest has less tax than the accumulated rounding of its parts: then it may differ by that much. */
const isNearTheEnd = (left: Amount, part: Amount, parts: number) =>
  amountOf(left.netCents - part.netCents, left.vatBasisPoints).vatCents <= 1 + parts / 2

function less(left: Amount, part: Amount): Amount {
  const [netCents, vatCents] = [left.netCents - part.netCents, left.vatCents - part.vatCents]
  return { ...left, netCents, vatCents, grossCents: netCents + vatCents }
}

describe('a part by its gross sum', () => {
  test.each([
    // 137.51 and 9.62 are not exactly 7 %
    [50_000, 700, 14_713, 13_750, 963],
    [1000, 1900, 595, 500, 95],
    [1000, 1900, 1, 1, 0],
    [1000, 1900, 1189, 999, 190],
    [1000, 1900, 1190, 1000, 190],
    // limited to the rest
    [1000, 1900, 2000, 1000, 190],
    [1000, 1900, 0, 0, 0],
    [1000, 1900, -1, 0, 0],
    // 3 cents are 2 and no tax, or 3 and 1: a cent less
    [1000, 1900, 3, 2, 0],
    [1000, 0, 333, 333, 0],
  ])('of %i net at %i: %i are %i with %i of tax', (net, basisPoints, gross, netCents, vatCents) => {
    expect(creditablePart(amountOf(net, basisPoints), gross)).toEqual({
      netCents,
      vatBasisPoints: basisPoints,
      vatCents,
      grossCents: netCents + vatCents,
    })
  })

  test('has the tax of its net sum, and is the gross sum or a cent less, if it is the first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), rate, fc.nat(500_000), (net, basisPoints, gross) => {
        const whole = amountOf(net, basisPoints)
        const part = creditablePart(whole, gross)
        expect(isByRate(part)).toBe(true)
        const asked = Math.min(gross, whole.grossCents)
        expect([asked, asked - 1]).toContain(part.grossCents)
        const reaching = amountOf(part.netCents + 1, basisPoints).grossCents
        if (part.grossCents < asked) expect(reaching).toBeGreaterThan(asked)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('one part after the other', () => {
  test('by gross sums: each but the last has the tax of its net sum, none exceeds its amount, and together they equal the invoice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 500_000 }), rate, sums, (net, basisPoints, asked) => {
        let left = amountOf(net, basisPoints)
        for (const gross of asked) {
          const part = creditablePart(left, gross)
          if (part !== left) {
            expect(isByRate(part) || isNearTheEnd(left, part, asked.length)).toBe(true)
            expect([gross, gross - 1]).toContain(part.grossCents)
          }
          left = less(left, part)
          expect(Math.min(left.netCents, left.vatCents)).toBeGreaterThanOrEqual(0)
        }
        expect(less(left, creditablePart(left, left.grossCents))).toMatchObject({ netCents: 0, vatCents: 0 })
      }),
      { numRuns: runs(1000) },
    )
  })

  test('by net sums: likewise, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 500_000 }), rate, sums, (net, basisPoints, asked) => {
        let left = amountOf(net, basisPoints)
        for (const sum of asked) {
          const part = creditableNet(left, sum)
          if (part !== left) {
            expect(isByRate(part) || isNearTheEnd(left, part, asked.length)).toBe(true)
            expect(part.netCents).toBe(Math.min(sum, left.netCents))
          }
          left = less(left, part)
          expect(Math.min(left.netCents, left.vatCents)).toBeGreaterThanOrEqual(0)
        }
        expect(less(left, creditableNet(left, left.netCents))).toMatchObject({ netCents: 0, vatCents: 0 })
      }),
      { numRuns: runs(1000) },
    )
  })

  test('in however many cents, by gross or net sums, never takes more than is left, and no tax without a net sum', () => {
    const cents = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), rate, cents, (net, basisPoints, asked) => {
        let left = amountOf(net, basisPoints)
        for (const [sum, isGross] of asked) {
          const part = isGross ? creditablePart(left, sum) : creditableNet(left, sum)
          expect(part.grossCents).toBe(part.netCents + part.vatCents)
          expect(part.grossCents).toBeLessThanOrEqual(isGross ? sum : left.grossCents)
          if (isGross && part !== left) expect(part.grossCents).toBeGreaterThanOrEqual(sum - 1)
          left = less(left, part)
          expect(Math.min(left.netCents, left.vatCents)).toBeGreaterThanOrEqual(0)
          if (left.netCents === 0) expect(left.vatCents).toBe(0)
        }
        expect(creditablePart(left, left.grossCents)).toBe(left)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('of an invoice of several rates', () => {
  const orders = fc.array(fc.tuple(fc.integer({ min: 1, max: 50_000 }), rate), { minLength: 2, maxLength: 4 })

  test('each part has the tax of its rate, they add up to the requested sum, and in the end they equal the invoice', () => {
    fc.assert(
      fc.property(orders, fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 6 }), (lines, asked) => {
        const byRate = new Map(lines.map(([net, basisPoints]) => [basisPoints, amountOf(net, basisPoints)]))
        let left = [...byRate.values()]
        const isRest = (part: Amount) => left.includes(part)
        for (const gross of asked) {
          const whole = left.reduce((sum, { grossCents }) => sum + grossCents, 0)
          const parts = creditableParts(left, gross)
          const sum = parts.reduce((cents, { grossCents }) => cents + grossCents, 0)
          expect([Math.min(gross, whole), gross - 1]).toContain(sum)
          for (const part of parts) {
            const of = left.find(({ vatBasisPoints }) => vatBasisPoints === part.vatBasisPoints) ?? part
            expect(isRest(part) || isByRate(part) || isNearTheEnd(of, part, asked.length)).toBe(true)
          }
          left = left.map((one) =>
            parts
              .filter(({ vatBasisPoints }) => vatBasisPoints === one.vatBasisPoints)
              .reduce((rest, part) => less(rest, part), one),
          )
          for (const { netCents, vatCents } of left)
            expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0)
        }
        const whole = left.reduce((sum, { grossCents }) => sum + grossCents, 0)
        expect(creditableParts(left, whole)).toEqual(left.filter(({ grossCents }) => grossCents > 0))
      }),
      { numRuns: runs(1000) },
    )
  })

  test('each cent belongs to one of them', () => {
    expect(creditableParts([amountOf(1000, 1900), amountOf(1000, 700)], 1)).toEqual([
      { netCents: 1, vatBasisPoints: 1900, vatCents: 0, grossCents: 1 },
    ])
    expect(creditableParts([], 100)).toEqual([])
  })
})

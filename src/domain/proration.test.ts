import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#support/rounds.ts'
import { prorate } from './proration.ts'

const april = { from: new Date('2026-04-01T00:00:00Z'), until: new Date('2026-05-01T00:00:00Z') }

describe('the rest of 30 days at', () => {
  test.each([
    ['2026-04-01T00:00:00Z', 3000, 3000],
    ['2026-04-16T00:00:00Z', 3000, 1500],
    ['2026-04-16T12:00:00Z', 3000, 1450],
    ['2026-04-30T00:00:00Z', 3000, 100],
    ['2026-04-30T23:59:59.999Z', 3000, 0],
    ['2026-05-01T00:00:00Z', 3000, 0],
    ['2026-06-01T00:00:00Z', 3000, 0],
    ['2026-03-01T00:00:00Z', 3000, 3000],
    // half a cent is rounded up, and down for a reduction
    ['2026-04-16T00:00:00Z', 1, 1],
    ['2026-04-16T00:00:00Z', -1, -1],
    ['2026-04-16T00:00:00Z', -3000, -1500],
    ['2026-04-16T00:00:00Z', 0, 0],
  ])('%s, %i cents are worth %i', (now, cents, expected) => {
    expect(prorate(cents, april, new Date(now))).toBe(expected)
  })
})

test('a year of sixty users is exact to the cent', () => {
  const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  // one millisecond after the middle: 403,200.00 / 2 less 0.0000064 cents
  expect(prorate(40_320_000, year, new Date('2026-07-02T12:00:00.001Z'))).toBe(20_160_000)
  expect(prorate(40_320_001, year, new Date('2026-07-02T12:00:00.000Z'))).toBe(20_160_001)
  expect(prorate(40_320_001, year, new Date('2026-07-02T12:00:00.001Z'))).toBe(20_160_000)
  // its last millisecond is charged as well
  const moment = { from: new Date(0), until: new Date(10) }
  expect(prorate(100, moment, new Date(9))).toBe(10)
})

test('if a subscription ends earlier, the rest ends there', () => {
  const end = new Date('2026-04-21T00:00:00Z')
  expect(prorate(3000, april, new Date('2026-04-11T00:00:00Z'), end)).toBe(1000)
  expect(prorate(3000, april, end, april.until)).toBe(1000)
  expect(prorate(3000, april, new Date('2026-04-22T00:00:00Z'), end)).toBe(0)
  expect(prorate(3000, april, new Date('2026-03-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z'))).toBe(3000)
})

test('a period of no length has nothing left', () => {
  expect(prorate(1000, { from: april.from, until: april.from }, april.from)).toBe(0)
  expect(prorate(1000, { from: april.until, until: april.from }, new Date('2026-04-10'))).toBe(0)
})

describe('for any amount, period and moment', () => {
  const cents = fc.integer({ min: -50_000_000, max: 50_000_000 })
  const periods = fc
    .record({ from: fc.integer({ min: 0, max: 4e12 }), length: fc.integer({ min: 1, max: 1e11 }) })
    .map(({ from, length }) => ({ from: new Date(from), until: new Date(from + length) }))
  const fractions = fc.double({ min: -0.2, max: 1.2, noNaN: true })
  const at = (period: typeof april, fraction: number) =>
    new Date(period.from.getTime() + Math.floor(fraction * (period.until.getTime() - period.from.getTime())))

  test('it is between zero and the amount, and falls with time', () => {
    fc.assert(
      fc.property(fc.nat(50_000_000), periods, fractions, fractions, (amount, period, one, other) => {
        const [earlier, later] = [Math.min(one, other), Math.max(one, other)].map((fraction) =>
          prorate(amount, period, at(period, fraction)),
        ) as [number, number]
        return Number.isSafeInteger(earlier) && 0 <= later && later <= earlier && earlier <= amount
      }),
      { numRuns: runs(100_000) },
    )
  })

  test('up and down at one moment cancel, and down after up is never worth more', () => {
    fc.assert(
      fc.property(fc.nat(50_000_000), periods, fractions, fractions, (difference, period, up, wait) => {
        const charged = prorate(difference, period, at(period, up))
        expect(charged + prorate(-difference, period, at(period, up))).toBe(0)
        const credited = -prorate(-difference, period, at(period, up + Math.abs(wait)))
        expect(credited).toBeLessThanOrEqual(charged)
      }),
      { numRuns: runs(20_000) },
    )
  })

  test('it is within half a cent of the exact share', () => {
    fc.assert(
      fc.property(cents, periods, fractions, (amount, period, fraction) => {
        const now = at(period, fraction)
        const whole = BigInt(period.until.getTime() - period.from.getTime())
        const left = BigInt(Math.min(Math.max(period.until.getTime() - now.getTime(), 0), Number(whole)))
        const error = 2n * (BigInt(prorate(amount, period, now)) * whole - BigInt(amount) * left)
        expect(error <= whole && -error <= whole).toBe(true)
      }),
      { numRuns: runs(20_000) },
    )
  })
})

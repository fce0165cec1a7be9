import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderTotals, type PricedLine } from './totals.ts'

const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    netCents: fc.integer({ min: 100, max: 1_000_000 }),
    vatBasisPoints: fc.constantFrom(0, 700, 1900, 2550),
  }),
  { maxLength: 20 },
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

describe('the totals of an order', () => {
  test('net, tax for each rate, and gross', () => {
    const totals = orderTotals([
      { quantity: 2, netCents: 2700, vatBasisPoints: 1900 },
      { quantity: 1, netCents: 2990, vatBasisPoints: 700 },
      { quantity: 1, netCents: 333, vatBasisPoints: 1900 },
    ])
    expect(totals).toEqual({
      lines: [
        { netCents: 5400, grossCents: 6426 },
        { netCents: 2990, grossCents: 3199 },
        { netCents: 333, grossCents: 396 },
      ],
      taxes: [
        { netCents: 5733, vatBasisPoints: 1900, vatCents: 1089, grossCents: 6822 },
        { netCents: 2990, vatBasisPoints: 700, vatCents: 209, grossCents: 3199 },
      ],
      netCents: 8723,
      vatCents: 1298,
      grossCents: 10021,
    })
  })

  test('the tax is rounded once for each rate, not for each piece', () => {
    // 3 x 1.05 = 3.15 net; 19 % of 1.05 is 0.1995, of 3.15 it is 0.5985
    const { vatCents, grossCents } = orderTotals([{ quantity: 3, netCents: 105, vatBasisPoints: 1900 }])
    expect({ vatCents, grossCents }).toEqual({ vatCents: 60, grossCents: 375 })
    const apart = orderTotals([
      { quantity: 1, netCents: 103, vatBasisPoints: 1900 },
      { quantity: 1, netCents: 103, vatBasisPoints: 1900 },
    ])
    // 19 % of 1.03 is 0.1957 and of 2.06 is 0.3914: the second line brings the cent less
    expect(apart.lines.map((line) => line.grossCents)).toEqual([123, 122])
    expect(apart.grossCents).toBe(245)
  })

  test('nothing costs nothing', () => {
    expect(orderTotals([])).toEqual({ lines: [], taxes: [], netCents: 0, vatCents: 0, grossCents: 0 })
  })

  test('lines and taxes sum to the totals to the cent, and gross is net plus tax', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const totals = orderTotals(cart)
        expect(sum(totals.lines.map((line) => line.netCents))).toBe(totals.netCents)
        expect(sum(totals.lines.map((line) => line.grossCents))).toBe(totals.grossCents)
        expect(sum(totals.taxes.map((tax) => tax.netCents))).toBe(totals.netCents)
        expect(sum(totals.taxes.map((tax) => tax.vatCents))).toBe(totals.vatCents)
        expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
        expect(totals.netCents).toBe(sum(cart.map(({ quantity, netCents }) => quantity * netCents)))
      }),
    )
  })

  test('each rate is there once, with the tax of the net sum of its lines', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const { taxes } = orderTotals(cart)
        const rates = taxes.map((tax) => tax.vatBasisPoints)
        expect(new Set(rates).size).toBe(rates.length)
        for (const { vatBasisPoints, netCents, vatCents } of taxes) {
          const ofRate = cart.filter((line) => line.vatBasisPoints === vatBasisPoints)
          expect(netCents).toBe(sum(ofRate.map((line) => line.quantity * line.netCents)))
          expect(Math.abs(vatCents - (netCents * vatBasisPoints) / 10_000)).toBeLessThanOrEqual(0.5)
        }
      }),
    )
  })

  test('the order of the lines changes nothing of what is paid', () => {
    fc.assert(
      fc.property(lines, (cart) => {
        const reversed: PricedLine[] = cart.toReversed()
        expect(orderTotals(reversed).grossCents).toBe(orderTotals(cart).grossCents)
      }),
    )
  })

  test('one more of a line never makes an order cheaper', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (cart, at) => {
        fc.pre(cart.length > 0)
        const more = cart.map((line, index) =>
          index === at % cart.length ? { ...line, quantity: line.quantity + 1 } : line,
        )
        expect(orderTotals(more).grossCents).toBeGreaterThan(orderTotals(cart).grossCents)
      }),
    )
  })
})

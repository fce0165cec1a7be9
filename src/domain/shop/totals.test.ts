import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from '#domain/money.ts'
import { orderTotals, type PricedLine } from './totals.ts'

const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    netCents: fc.integer({ min: 100, max: 1_000_000 }),
    vatBasisPoints: fc.constantFrom(0, 700, 1900, 2550),
  }),
  { maxLength: 20 },
)
const nothing = { netCents: 0, grossCents: 0, parts: [] }
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
        { netCents: 5400, grossCents: 6426, discountCents: 0 },
        { netCents: 2990, grossCents: 3199, discountCents: 0 },
        { netCents: 333, grossCents: 396, discountCents: 0 },
      ],
      discount: nothing,
      shipping: nothing,
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
    // 19 % of 1.03 is 0.1957 and of 2.06 is 0.3914: the second line has a cent less
    expect(apart.lines.map((line) => line.grossCents)).toEqual([123, 122])
    expect(apart.grossCents).toBe(245)
  })

  test('nothing costs nothing', () => {
    const sums = { netCents: 0, vatCents: 0, grossCents: 0 }
    expect(orderTotals([])).toEqual({ lines: [], discount: nothing, shipping: nothing, taxes: [], ...sums })
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

  test('the order of the lines does not affect the payment', () => {
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

describe('a discount and the shipping', () => {
  const voucher = { quantity: 1, netCents: 1000, vatBasisPoints: 1900 }
  const book = { quantity: 1, netCents: 3000, vatBasisPoints: 700, isShipped: true }
  const mug = { quantity: 2, netCents: 500, vatBasisPoints: 1900, isShipped: true }

  test('are taxed like their goods: spread over the rates by value', () => {
    const totals = orderTotals([voucher, book, mug], { discountCents: 500, shippingCents: 490 })
    // 500 over 1000, 3000 and 1000; 490 over the 2700 and 900 of the remaining goods
    expect(totals.lines.map((line) => line.discountCents)).toEqual([100, 300, 100])
    expect(totals.discount).toEqual({
      netCents: 500,
      grossCents: 559,
      parts: [
        { vatBasisPoints: 1900, netCents: 200 },
        { vatBasisPoints: 700, netCents: 300 },
      ],
    })
    expect(totals.shipping).toEqual({
      netCents: 490,
      grossCents: 539,
      parts: [
        { vatBasisPoints: 700, netCents: 368 },
        { vatBasisPoints: 1900, netCents: 122 },
      ],
    })
    expect(totals.taxes).toEqual([
      { netCents: 1922, vatBasisPoints: 1900, vatCents: 365, grossCents: 2287 },
      { netCents: 3068, vatBasisPoints: 700, vatCents: 215, grossCents: 3283 },
    ])
    expect(totals.grossCents).toBe(5570)
  })

  test('vouchers have no share of the shipping', () => {
    const { shipping } = orderTotals([voucher, book], { shippingCents: 300 })
    expect(shipping.parts).toEqual([{ vatBasisPoints: 700, netCents: 300 }])
    const card = { ...book, netCents: 1 }
    expect(orderTotals([voucher, card], { shippingCents: 300 }).shipping.parts).toEqual(shipping.parts)
  })

  test('shipping is free unless it has a price', () => {
    const sent = { quantity: 1, netCents: 2990, vatBasisPoints: 700, isShipped: true }
    expect(orderTotals([sent])).toMatchObject({ discount: nothing, shipping: nothing, netCents: 2990 })
    expect(orderTotals([sent], { discountCents: 90 })).toMatchObject({ shipping: nothing, netCents: 2900 })
  })

  test('items covered by the discount have no share of the shipping', () => {
    const cards = [
      { ...book, netCents: 1 },
      { ...mug, netCents: 1, quantity: 1 },
    ]
    const { lines, shipping } = orderTotals(cards, { discountCents: 1, shippingCents: 100 })
    expect(lines.map((line) => line.discountCents)).toEqual([1, 0])
    expect(shipping.parts).toEqual([{ vatBasisPoints: 1900, netCents: 100 }])
  })

  test('shipping is paid also where the discount pays for all that is shipped', () => {
    for (const lines of [[{ ...mug, quantity: 1 }], [{ ...mug, quantity: 1 }, voucher]]) {
      const discountCents = lines.reduce((net, line) => net + line.quantity * line.netCents, 0)
      const { shipping, netCents, grossCents } = orderTotals(lines, { discountCents, shippingCents: 420 })
      expect(shipping.parts).toEqual([{ vatBasisPoints: 1900, netCents: 420 }])
      expect([netCents, grossCents]).toEqual([420, 500])
    }
  })

  const orders = fc.record({
    cart: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 20 }),
        netCents: fc.integer({ min: 1, max: 2_000_000_000 }),
        vatBasisPoints: fc.constantFrom(0, 700, 1350, 1900, 2550),
        isShipped: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    share: fc.integer({ min: 0, max: 100 }),
    shipped: fc.integer({ min: 0, max: 10_000 }),
  })

  test('whatever the cart: parts sum to the totals, nothing is below zero, and each rate has the tax of its net sum', () => {
    fc.assert(
      fc.property(orders, ({ cart, share, shipped }) => {
        const netCents = sum(cart.map((line) => line.quantity * line.netCents))
        const off = Math.floor((netCents * share) / 100)
        const shippingCents = cart.some((line) => line.isShipped) ? shipped : 0
        const totals = orderTotals(cart, { discountCents: off, shippingCents })
        const { discount, shipping, taxes } = totals
        expect(discount.netCents).toBe(off)
        expect(shipping.netCents).toBe(shippingCents)
        expect(totals.netCents).toBe(netCents - off + shippingCents)
        expect(totals.netCents + totals.vatCents).toBe(totals.grossCents)
        const gross = sum(totals.lines.map((line) => line.grossCents))
        expect(gross - discount.grossCents + shipping.grossCents).toBe(totals.grossCents)
        expect(sum(totals.lines.map((line) => line.discountCents))).toBe(off)
        for (const line of totals.lines) {
          expect(line.discountCents).toBeGreaterThanOrEqual(0)
          expect(line.discountCents).toBeLessThanOrEqual(line.netCents)
        }
        for (const part of [discount, shipping])
          expect(sum(part.parts.map((one) => one.netCents))).toBe(part.netCents)
        for (const tax of taxes) {
          expect(Math.min(tax.netCents, tax.vatCents, tax.grossCents)).toBeGreaterThanOrEqual(0)
          expect(tax).toEqual(amountOf(tax.netCents, tax.vatBasisPoints))
        }
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, amountOf } from '#domain/money.ts'
import { runs } from '#support/rounds.ts'
import {
  addPieces,
  canGiveBack,
  creditedParts,
  grossOf,
  type Pieces,
  partsOfPieces,
  remainingPieces,
  type SoldPieces,
  valueOfPieces,
} from './given-back.ts'
import { orderTotals } from './totals.ts'

const mugs = { kind: 'goods', quantity: 3, netCents: 3000, discountCents: 299, vatBasisPoints: 1900 } as const
const book = { kind: 'goods', quantity: 1, netCents: 2000, discountCents: 200, vatBasisPoints: 700 } as const
const vouchers = {
  kind: 'voucher',
  quantity: 2,
  netCents: 5400,
  discountCents: 0,
  vatBasisPoints: 1900,
} as const
const shipping = [
  { vatBasisPoints: 1900, netCents: 300 },
  { vatBasisPoints: 700, netCents: 190 },
]
const order: SoldPieces = { lines: [mugs, book, vouchers], shipping, returned: [0, 0, 0] }

describe('pieces of an order', () => {
  test('remain until they are given back', () => {
    expect(remainingPieces({ ...order, returned: [1, 0, 2] })).toEqual([2, 1, 0])
    expect(remainingPieces({ ...order, returned: [] })).toEqual([3, 1, 2])
    expect(addPieces([1, 0, 2], [2, 1])).toEqual([3, 1, 2])
  })

  test.each([
    ['one of several', [1, 0, 0], true],
    ['all of them', [2, 1, 2], true],
    ['none', [0, 0, 0], false],
    ['more than remain', [3, 0, 0], false],
    ['fewer than none', [1, -1, 0], false],
    ['too few lines', [1, 0], false],
    ['too many lines', [1, 0, 0, 0], false],
  ])('can be given back while they remain: %s', (_, pieces, can) => {
    expect(canGiveBack({ ...order, returned: [1, 0, 0] }, pieces)).toBe(can)
  })
})

describe('the net price of pieces', () => {
  test('is after the discount, and all of them sum to their line', () => {
    const priceOf = (returned: Pieces) => partsOfPieces({ ...order, returned }, [1, 0, 0])[0]?.netCents
    expect([priceOf([0, 0, 0]), priceOf([1, 0, 0]), priceOf([2, 0, 0])]).toEqual([900, 901, 900])
    expect(partsOfPieces(order, [3, 0, 0])).toEqual([
      { line: 0, quantity: 3, vatBasisPoints: 1900, netCents: 2701 },
    ])
  })

  test('has the shipping with the last of the goods, whatever vouchers are kept', () => {
    const withShipping = (returned: Pieces, pieces: Pieces) =>
      partsOfPieces({ ...order, returned }, pieces).filter(({ line }) => line === undefined)
    expect(withShipping([0, 0, 0], [3, 0, 0])).toEqual([])
    expect(withShipping([3, 0, 0], [0, 0, 2])).toEqual([])
    expect(withShipping([3, 0, 0], [0, 1, 0])).toEqual(
      shipping.map((part) => ({ ...part, line: undefined, quantity: 1 })),
    )
    // returned with the last goods
    expect(withShipping([3, 1, 0], [0, 0, 2])).toEqual([])
  })
})

describe('the refund of pieces', () => {
  const whole = [amountOf(3000 - 299 + 300 + 5400, 1900), amountOf(2000 - 200 + 190, 700)]

  test('has the tax of its net sum at each rate', () => {
    expect(valueOfPieces(order, [1, 1, 0], whole)).toEqual([amountOf(900, 1900), amountOf(1800, 700)])
    expect(valueOfPieces(order, [1, 0, 0], whole)).toEqual([amountOf(900, 1900)])
    expect(valueOfPieces(order, [3, 1, 2], whole)).toEqual(whole)
  })

  test('is at most the rest of the invoice at that rate', () => {
    const left = [{ ...amountOf(500, 1900), vatCents: 96, grossCents: 596 }]
    expect(valueOfPieces(order, [1, 1, 0], left)).toEqual(left)
  })
})

test('a credited sum is shared by the value of the parts, at each rate', () => {
  const parts = partsOfPieces(order, [1, 1, 1])
  const own = [
    { vatBasisPoints: 1900, netCents: 3600 },
    { vatBasisPoints: 700, netCents: 1800 },
  ]
  expect(creditedParts(parts, own)).toEqual(parts)
  const half = own.map((part) => ({ ...part, netCents: part.netCents / 2 }))
  expect(creditedParts(parts, half).map(({ netCents }) => netCents)).toEqual([450, 900, 1350])
  // a credit of a rate without pieces is not assigned to any piece
  expect(creditedParts(parts.slice(0, 1), own).map(({ netCents }) => netCents)).toEqual([3600])
})

const orders = fc.record({
  cart: fc.array(
    fc.record({
      kind: fc.constantFrom('voucher' as const, 'goods' as const),
      quantity: fc.integer({ min: 1, max: 20 }),
      netCents: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000 })),
      vatBasisPoints: fc.constantFrom(0, 700, 1350, 1900, 2550),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  percent: fc.integer({ min: 0, max: 100 }),
  shippingCents: fc.integer({ min: 0, max: 2000 }),
  /** Numbers of pieces returned at once, by line. */
  wishes: fc.array(fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }), { maxLength: 12 }),
})

test('in any parts: never more than the invoice at any rate, and in total exactly the invoice', () => {
  fc.assert(
    fc.property(orders, ({ cart, percent, shippingCents, wishes }) => {
      const priced = cart.map((line) => ({ ...line, isShipped: line.kind === 'goods' }))
      const net = cart.reduce((sum, { quantity, netCents }) => sum + quantity * netCents, 0)
      const totals = orderTotals(priced, {
        discountCents: Math.floor((net * percent) / 100),
        shippingCents: cart.some(({ kind }) => kind === 'goods') ? shippingCents : 0,
      })
      const lines = totals.lines.map((line, at) => ({ ...cart[at], ...line })) as SoldPieces['lines']
      let returned: Pieces = cart.map(() => 0)
      let left = totals.taxes.filter(({ grossCents }) => grossCents > 0)
      let backCents = 0
      const giveBack = (pieces: Pieces) => {
        const sold = { lines, shipping: totals.shipping.parts, returned }
        if (!canGiveBack(sold, pieces)) return
        const parts = partsOfPieces(sold, pieces)
        const value = valueOfPieces(sold, pieces, left)
        for (const amount of value) {
          const before = left.find(({ vatBasisPoints }) => vatBasisPoints === amount.vatBasisPoints)
          expect(amount.netCents).toBeLessThanOrEqual(Number(before?.netCents))
          expect(amount.vatCents).toBeLessThanOrEqual(Number(before?.vatCents))
          const named = creditedParts(parts, value).filter(
            ({ vatBasisPoints }) => vatBasisPoints === amount.vatBasisPoints,
          )
          expect(named.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(amount.netCents)
        }
        left = left.map((amount) => lessOf(amount, value)).filter(({ grossCents }) => grossCents > 0)
        backCents += grossOf(value)
        returned = addPieces(returned, pieces)
      }
      for (const wish of wishes) {
        const remaining = remainingPieces({ lines, returned })
        giveBack(remaining.map((most, at) => Math.min(most, Number(wish[at]))))
      }
      expect(backCents).toBeLessThanOrEqual(totals.grossCents)
      giveBack(remainingPieces({ lines, returned }))
      expect(left).toEqual([])
      expect(backCents).toBe(totals.grossCents)
    }),
    { numRuns: runs(1000) },
  )
})

function lessOf(amount: Amount, value: readonly Amount[]): Amount {
  const part = value.find(({ vatBasisPoints }) => vatBasisPoints === amount.vatBasisPoints)
  const [netCents, vatCents] = [
    amount.netCents - (part?.netCents ?? 0),
    amount.vatCents - (part?.vatCents ?? 0),
  ]
  expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0)
  return { ...amount, netCents, vatCents, grossCents: netCents + vatCents }
}

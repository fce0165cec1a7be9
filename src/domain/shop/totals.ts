import { type Amount, amountOf, spread } from '#domain/money.ts'
import type { RatePart } from './sold-order.ts'

/** A line of an order: quantity and net unit price, with the tax rate of the item. */
export type PricedLine = {
  readonly quantity: number
  readonly netCents: number
  /** Hundredths of a percent. */
  readonly vatBasisPoints: number
  /** Shipped, so it takes its share of the shipping. */
  readonly isShipped?: boolean
}

/** Additions to the lines. Amounts are net. */
export type Extras = {
  /** Discount on the lines; at most their price. */
  readonly discountCents?: number
  readonly shippingCents?: number
}

/** A net sum of the whole order, split by rate, with its effect on the gross sum. */
type OrderPart = {
  readonly netCents: number
  readonly grossCents: number
  readonly parts: readonly RatePart[]
}

export type OrderTotals = {
  /** Net and gross per line, before its share of the discount, in the order of the lines. */
  readonly lines: readonly {
    readonly netCents: number
    readonly grossCents: number
    readonly discountCents: number
  }[]
  /** The discount: positive. */
  readonly discount: OrderPart
  readonly shipping: OrderPart
  /** One per rate, in the order of the lines. */
  readonly taxes: readonly Amount[]
  readonly netCents: number
  readonly vatCents: number
  readonly grossCents: number
}

/**
 * Returns the price of an order: its lines, less the discount, plus the shipping. The discount is spread over the lines
 * by value. Shipping is spread over the shipped lines by their value after the discount (before it if the discount covers
 * them), because it is taxed like the goods. The tax is computed once per rate, on its net sum, half up. The gross price
 * of a part is what it adds to the gross sum of its rate, so that lines, discount and shipping sum to the total exactly.
 */
export function orderTotals(
  lines: readonly PricedLine[],
  { discountCents = 0, shippingCents = 0 }: Extras = {},
): OrderTotals {
  const nets = lines.map(({ quantity, netCents }) => quantity * netCents)
  const discounts = spread(discountCents, nets)
  const ofShipped = (values: readonly number[]) =>
    // mutant `lines[at]?.isShipped → lines[at].isShipped`: there is a line for each value
    values.map((value, at) => (lines[at]?.isShipped ? value : 0))
  const left = ofShipped(nets.map((net, at) => net - Number(discounts[at])))
  const shipped = spread(shippingCents, sumOf(left) > 0 ? left : ofShipped(nets))
  const { add, taxes } = ratesOf()
  const shown = lines.map(({ vatBasisPoints }, at) => ({
    netCents: Number(nets[at]),
    grossCents: add({ vatBasisPoints, netCents: Number(nets[at]) }),
    discountCents: Number(discounts[at]),
  }))
  const partOf = (shares: readonly number[], sign: 1 | -1): OrderPart => {
    const parts = byRate(
      lines.map(({ vatBasisPoints }, at) => ({ vatBasisPoints, netCents: Number(shares[at]) })),
    )
    const grossOf = ({ vatBasisPoints, netCents }: RatePart) =>
      sign * add({ vatBasisPoints, netCents: sign * netCents })
    return { netCents: sumOf(shares), grossCents: sumOf(parts.map(grossOf)), parts }
  }
  const discount = partOf(discounts, -1)
  const shipping = partOf(shipped, 1)
  const amounts = taxes()
  return {
    lines: shown,
    discount,
    shipping,
    taxes: amounts,
    netCents: sumOf(amounts.map(({ netCents }) => netCents)),
    vatCents: sumOf(amounts.map(({ vatCents }) => vatCents)),
    grossCents: sumOf(amounts.map(({ grossCents }) => grossCents)),
  }
}

/** Accumulates net sums by rate: `add` returns the gross increase caused by a part. */
function ratesOf() {
  const netOf = new Map<number, number>()
  const add = ({ vatBasisPoints, netCents }: RatePart) => {
    const before = netOf.get(vatBasisPoints) ?? 0
    netOf.set(vatBasisPoints, before + netCents)
    return (
      amountOf(before + netCents, vatBasisPoints).grossCents - amountOf(before, vatBasisPoints).grossCents
    )
  }
  return { add, taxes: () => [...netOf].map(([rate, netCents]) => amountOf(netCents, rate)) }
}

function byRate(parts: readonly RatePart[]): readonly RatePart[] {
  const netOf = new Map<number, number>()
  for (const { vatBasisPoints, netCents } of parts)
    if (netCents !== 0) netOf.set(vatBasisPoints, (netOf.get(vatBasisPoints) ?? 0) + netCents)
  return [...netOf].map(([vatBasisPoints, netCents]) => ({ vatBasisPoints, netCents }))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

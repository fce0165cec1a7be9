import type { ChargePurpose } from '#domain/billing/state.ts'
import { loweredPrice } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import { discountFor, intervalPrice, tierOf } from '#domain/pricing.ts'
import type { RatePart } from '#domain/shop/sold-order.ts'

/** One line, net. Its text is in the reader's language; `users` and the dates are its details. */
export type InvoiceLine = {
  /**
   * `users-reduction`, `interval-reduction` and `coupon-reduction`: agreed reductions, negative (§ 14 (4) no. 7 UStG). `article`: an item of
   * the shop. `discount`, `shipping`: of an order, one line per tax rate. `balance`: on invoices of former versions,
   * where credit was net: the account's credit (negative), or a small open amount.
   */
  readonly kind:
    | 'period'
    | 'seats'
    | 'article'
    | 'discount'
    | 'shipping'
    | 'users-reduction'
    | 'interval-reduction'
    | 'coupon-reduction'
    | 'balance'
    | 'refund'
  readonly netCents: number
  readonly users?: number
  readonly interval?: Interval
  /** Percentage of a reduction; absent if no single number describes it. */
  readonly percent?: number
  /** Paid period: from this instant to that. */
  readonly from?: Date
  readonly until?: Date
  /** Tax rate of the line; for an order with several rates, and its credit notes. */
  readonly vatBasisPoints?: number
  /** For an article of an order that also has taxed items: reverse charge applies to it. */
  readonly reverseCharge?: boolean
  /** For an article: quantity, and name in the buyer's language. For a discount or a coupon its code, for shipping its method. */
  readonly quantity?: number
  readonly name?: string
  readonly detail?: string
}

/** A line of an order; `netCents` of the whole line. */
type SoldLine = {
  readonly name: string
  readonly detail: string
  readonly quantity: number
  readonly netCents: number
  readonly vatBasisPoints?: number
  readonly reverseCharge?: boolean
}

/** The invoiced parts of an order. */
export type InvoicedOrder = {
  readonly number: string
  readonly suppliedAt: Date
  readonly lines: readonly SoldLine[]
  /** By tax rate, positive. */
  readonly discount?: { readonly name: string; readonly parts: readonly RatePart[] }
  readonly shipping?: { readonly name: string; readonly parts: readonly RatePart[] }
}

/** Returns an order's lines as invoice lines, with discount and shipping. */
export function orderLines({ lines, suppliedAt, discount, shipping }: InvoicedOrder): readonly InvoiceLine[] {
  const partsOf = (kind: 'discount' | 'shipping', part: InvoicedOrder['shipping'], sign: 1 | -1) =>
    part
      ? part.parts.map(
          ({ netCents, vatBasisPoints }): InvoiceLine => ({
            kind,
            name: part.name,
            netCents: sign * netCents,
            vatBasisPoints,
          }),
        )
      : []
  return [
    ...lines.map((line) => ({ kind: 'article' as const, ...line, from: suppliedAt, until: suppliedAt })),
    ...partsOf('discount', discount, -1),
    ...partsOf('shipping', shipping, 1),
  ]
}

/**
 * Returns the price of a charge as invoice lines. A period: the base price of all users, less the reductions for their
 * number, for the interval and of a coupon. Added users: their share. The lines sum to `priceCents`. A price that does not follow from
 * the plan is a single line without reductions.
 */
export function priceLines(purpose: ChargePurpose): readonly InvoiceLine[] {
  const { from, until, priceCents } = purpose
  if (purpose.kind === 'seats')
    return [
      {
        kind: 'seats',
        netCents: priceCents,
        users: purpose.paidLicenses - purpose.paidBefore,
        from,
        until,
      },
    ]
  const { plan, interval, paidLicenses: users } = purpose
  const sold = discountFor(plan, interval)
  const whole: InvoiceLine = { kind: 'period', netCents: priceCents, users, interval, from, until }
  if (!sold) return [whole]
  const fullCents = intervalPrice(plan, users, sold)
  if (loweredPrice(fullCents, plan.coupon, interval) !== priceCents) return [whole]
  const undiscounted = { interval, percent: 100 }
  const listCents = intervalPrice({ ...plan, tiers: undefined, userTiers: [] }, users, undiscounted)
  const forTheirNumberCents = intervalPrice(plan, users, undiscounted)
  const lines: readonly InvoiceLine[] = [
    { ...whole, netCents: listCents },
    {
      kind: 'users-reduction',
      netCents: forTheirNumberCents - listCents,
      users,
      ...(plan.tiers !== 'graduated' && { percent: 100 - tierOf(plan, users).percent }),
    },
    {
      kind: 'interval-reduction',
      netCents: fullCents - forTheirNumberCents,
      interval,
      percent: 100 - sold.percent,
    },
    { kind: 'coupon-reduction', netCents: priceCents - fullCents, name: plan.coupon?.code ?? '' },
  ]
  return lines.filter(({ kind, netCents }) => kind === 'period' || netCents !== 0)
}

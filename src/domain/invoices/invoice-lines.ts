import type { ChargePurpose } from '#domain/billing/state.ts'
import type { Interval } from '#domain/interval.ts'
import { discountFor, intervalPrice, tierOf } from '#domain/pricing.ts'
import type { RatePart } from '#domain/shop/sold-order.ts'

/** One line, net. Its text is in the reader's language; `users` and the days provide the details. */
export type InvoiceLine = {
  /**
   * `users-reduction` and `interval-reduction` are what was agreed to cost less, below zero (§ 14 (4) no. 7 UStG).
   * `article`: something of the shop. `discount`, `shipping`: of an order, one line for each rate of tax.
   * `balance`: on invoices of before credit was gross: the account's credit (below zero), or a small amount of before.
   */
  readonly kind:
    | 'period'
    | 'seats'
    | 'article'
    | 'discount'
    | 'shipping'
    | 'users-reduction'
    | 'interval-reduction'
    | 'balance'
    | 'refund'
  readonly netCents: number
  readonly users?: number
  readonly interval?: Interval
  /** The percentage by which a reduction lowers the price; absent if there is no single number. */
  readonly percent?: number
  /** Paid for from this instant to that. */
  readonly from?: Date
  readonly until?: Date
  /** Of an order of the shop, and of a credit note for one: the rate of its tax, where the order has several. */
  readonly vatBasisPoints?: number
  /** Of an article of an order that is taxed besides: the customer owes the tax of this one. */
  readonly reverseCharge?: boolean
  /** Of an article: how many, and what it is, in the buyer's language. Of a discount its code, of shipping its way. */
  readonly quantity?: number
  readonly name?: string
  readonly detail?: string
}

/** A line of an order; `netCents` are those of the whole line. */
type SoldLine = {
  readonly name: string
  readonly detail: string
  readonly quantity: number
  readonly netCents: number
  readonly vatBasisPoints?: number
  readonly reverseCharge?: boolean
}

/** What an order's invoice lists. */
export type InvoicedOrder = {
  readonly number: string
  readonly suppliedAt: Date
  readonly lines: readonly SoldLine[]
  /** By rate of tax, above zero. */
  readonly discount?: { readonly name: string; readonly parts: readonly RatePart[] }
  readonly shipping?: { readonly name: string; readonly parts: readonly RatePart[] }
}

/** The lines of an order as those of its invoice, with what came off and what its shipping costs. */
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
 * The price of a charge as lines of an invoice: for a period, the base price of all users, less the reductions for
 * their number and for the length of the interval; for added users, their share. The lines sum to `priceCents`. A price
 * that does not follow from the plan is a single line: there is no reduction to name.
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
  if (!sold || intervalPrice(plan, users, sold) !== priceCents) return [whole]
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
      netCents: priceCents - forTheirNumberCents,
      interval,
      percent: 100 - sold.percent,
    },
  ]
  return lines.filter(({ kind, netCents }) => kind === 'period' || netCents !== 0)
}

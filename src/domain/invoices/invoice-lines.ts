import type { ChargePurpose } from '#domain/billing/state.ts'
import type { Interval } from '#domain/interval.ts'
import { discountFor, intervalPrice, tierOf } from '#domain/pricing.ts'

/** One line, net. Its words are the reader's; `users` and the days say what they are about. */
export type InvoiceLine = {
  /**
   * `users-reduction` and `interval-reduction` are what was agreed to cost less, below zero (§ 14 (4) no. 7 UStG).
   * `balance`: the account's credit (below zero), or a small amount of before (above).
   */
  readonly kind: 'period' | 'seats' | 'users-reduction' | 'interval-reduction' | 'balance' | 'refund'
  readonly netCents: number
  readonly users?: number
  readonly interval?: Interval
  /** By how much of a hundred a reduction lowers the price; absent where that is not one number. */
  readonly percent?: number
  /** Paid for from this instant to that. */
  readonly from?: Date
  readonly until?: Date
}

/**
 * The price that a charge is for, as an invoice says it: of a period, what all users cost at the base price, less what was
 * agreed for their number and for the length of the interval; of users that were added, their share. The lines sum to
 * `priceCents`. Where the price is another than the plan makes it, it stands alone: nothing was agreed that could be named.
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
  const listCents = intervalPrice({ ...plan, tiers: 'volume', userTiers: [] }, users, undiscounted)
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

import type { ChargePurpose } from '#domain/billing/state.ts'
import { discountFor, intervalPrice, tierOf } from '#domain/pricing.ts'
import type { InvoiceLine } from './invoice.ts'

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

import type { Subscription } from '#contract/accounts/accounts.ts'
import { dueCents, graceEnd } from '#domain/billing/charging.ts'
import { mayTryAgain, retryAt } from '#domain/billing/dunning.ts'
import { refundOffer } from '#domain/billing/refunds/refund.ts'
import { isExtended, renewedLicenses } from '#domain/billing/renewal.ts'
import { isOverdue, nextPlan, priceFor, type SubscriptionState } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { Config } from '#server/platform/config/config.ts'
import { stateOf } from './subscription-state.ts'
import { vatOfAccount } from './vat-of-account.ts'

type Stored = { readonly state: unknown; readonly version: number; readonly users: number }
type Buyer = {
  readonly country: string | null
  readonly vat_id: string | null
  readonly is_business: boolean
  readonly vat_check: unknown
}

type Coming = 'nextInterval' | 'nextCharge' | 'nextPeriodGrossCents' | 'overdue' | 'refund' | 'newPrice'

/**
 * Returns what follows for the account: the next interval and charge, overdue payments, and possible refunds. Once the
 * service is closed nothing is renewed.
 */
export function comingOf(
  config: Config,
  stored: Stored,
  { country, vat_id: vatId, is_business, vat_check: vatCheck }: Buyer,
  now: Date,
): Pick<Subscription, Coming> {
  const buyer = { vatId, isBusiness: is_business }
  const state = stateOf(stored, !isBusiness(buyer))
  const interval = state.nextInterval ?? state.interval
  const plan = isExtended(state, { serviceMode: 'open' }) ? nextPlan(state) : null
  const { basisPoints } = vatOfAccount(config, { ...buyer, country, vatCheck }, now)
  const periodGrossCents =
    plan &&
    interval &&
    amountOf(priceFor(plan, renewedLicenses(state, stored.users), interval), basisPoints).grossCents
  const { zone } = config.seller
  const context = {
    now,
    serviceMode: 'open',
    graceDays: config.graceDays,
    zone,
    vatBasisPoints: basisPoints,
  } as const
  const refund = refundOffer(state, context)
  return {
    ...(state.nextInterval && { nextInterval: state.nextInterval }),
    ...(periodGrossCents !== null &&
      state.until && {
        nextCharge: { at: state.until.toISOString(), grossCents: dueCents(state, periodGrossCents) },
        nextPeriodGrossCents: periodGrossCents,
      }),
    ...(state.move && state.status === 'active' && { newPrice: { agreed: state.move.acceptedAt !== null } }),
    ...overdueOf(state, config.graceDays),
    ...(refund && { refund: { ...refund, until: refund.until.toISOString() } }),
  }
}

function overdueOf(state: SubscriptionState, graceDays: number): Pick<Subscription, 'overdue'> {
  const { openCharge, until } = state
  if (!isOverdue(state) || !openCharge || !until) return {}
  const nextTry = retryAt(state, graceDays)
  return {
    overdue: {
      grossCents: openCharge.dueCents,
      ...(nextTry && { nextTryAt: nextTry.toISOString() }),
      accessEndsAt: graceEnd(until, graceDays).toISOString(),
      mayTryAgain: mayTryAgain(state),
    },
  }
}

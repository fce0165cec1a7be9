import type { Subscription } from '#contract/accounts/accounts.ts'
import { dueCents } from '#domain/billing/charging.ts'
import { refundableUntil } from '#domain/billing/refunds/refund.ts'
import { isExtended } from '#domain/billing/renewal.ts'
import { usedLicenses } from '#domain/billing/seats.ts'
import { priceFor } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import type { Config } from '#server/config/config.ts'
import { revivedState } from './subscription-state.ts'
import { vatOfAccount } from './vat-of-account.ts'

type Stored = { readonly state: unknown; readonly version: number; readonly users: number }
type Buyer = {
  readonly country: string | null
  readonly vat_id: string | null
  readonly is_business: boolean
  readonly vat_check: unknown
}

/**
 * What an account holder sees of what comes: the next interval and charge, and until when money goes back on request.
 * Nothing for a subscription that was never paid for. After a sunset was announced nothing is extended any more.
 */
export function comingOf(
  config: Config,
  stored: Stored,
  { country, vat_id: vatId, is_business, vat_check: vatCheck }: Buyer,
  now: Date,
): Pick<Subscription, 'nextInterval' | 'nextCharge' | 'refundableUntil'> {
  const buyer = { vatId, isBusiness: is_business }
  const state = revivedState(stored, !isBusiness(buyer))
  if (!state) return {}
  const refundable = refundableUntil(state)
  const interval = state.nextInterval ?? state.interval
  const plan = isExtended(state, { serviceMode: 'open' }) ? state.plan : null
  const running = state.status === 'active' || state.status === 'pending-expiry'
  const { basisPoints } = vatOfAccount(config, { ...buyer, country, vatCheck }, now)
  return {
    ...(state.nextInterval && { nextInterval: state.nextInterval }),
    ...(plan &&
      interval &&
      state.until && {
        nextCharge: {
          at: state.until.toISOString(),
          grossCents: dueCents(
            state,
            amountOf(priceFor(plan, usedLicenses(state, stored.users), interval), basisPoints).grossCents,
          ),
        },
      }),
    ...(running && refundable && refundable > now && { refundableUntil: refundable.toISOString() }),
  }
}

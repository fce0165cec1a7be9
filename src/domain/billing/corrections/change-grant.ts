import { type BillingContext, type Decision, decided, refused } from '#domain/billing/decision.ts'
import { end } from '#domain/billing/ending.ts'
import { isRunning, type SubscriptionState } from '#domain/billing/state.ts'
import { isClosed } from '#domain/service-mode.ts'

/** The admin changes what the admin has granted. */
export type ChangeGrantEvent = {
  readonly type: 'change-grant'
  readonly licenseCount: number
  /** The new end; null: as before. */
  readonly until: Date | null
}

/**
 * Changes the number of licences and the end of a grant of the admin. Failures as `whyKept`; 409 `plan-follows` for an
 * earlier end if a subscription follows, because its holder ordered the charge for the later day; `sunset` once the
 * service is closed; `grant-over` for an end that has passed.
 */
export function changeGrant(
  state: SubscriptionState,
  event: ChangeGrantEvent,
  { now, serviceMode }: BillingContext,
): Decision {
  const kept = whyKept(state, now)
  if (kept) return refused(kept)
  if (isClosed(serviceMode)) return refused('sunset')
  const { licenseCount } = event
  const until = event.until ?? state.until
  // what runs has an end
  if (!until || until.getTime() <= now.getTime()) return refused('grant-over')
  if (state.nextInterval && state.until && until.getTime() < state.until.getTime())
    return refused('plan-follows')
  return decided(
    state,
    { licenseCount, includedLicenses: licenseCount, until, includedUntil: until },
    { mails: ['grant-changed'] },
  )
}

/** Ends a grant of the admin now. Failures as `whyKept`; 409 `plan-follows` if a subscription follows. */
export function takeBack(state: SubscriptionState, { now }: BillingContext): Decision {
  const kept = whyKept(state, now)
  if (kept) return refused(kept)
  if (state.nextInterval) return refused('plan-follows')
  return end(state, now, {}, { mails: ['grant-taken-back'] })
}

/** `no-grant`: nothing is granted, or a coupon's or voucher's time, which is kept. `charge-in-flight`: a charge is open. */
function whyKept(state: SubscriptionState, now: Date): 'no-grant' | 'charge-in-flight' | undefined {
  const { status, coupon, openCharge } = state
  if (status !== 'prepaid' || coupon !== null || !isRunning(state, now)) return 'no-grant'
  return openCharge ? 'charge-in-flight' : undefined
}

import type { Subscription } from '#contract/accounts/accounts.ts'
import { isPastDue, statusAt } from '#domain/billing/subscription.ts'
import { isPaused, type Pause } from '#domain/team/permission.ts'
import { paysFor } from '#server/identity/accounts/read-account.ts'
import {
  readUserSessionRowWithin,
  type SubscriptionJson,
  type UserSessionRow,
} from '#server/identity/accounts/user-session.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'
import { comingOf } from './shown-subscription.ts'

/** Returns the subscription of a user's account with all payments, inside the transaction that has changed it. */
export async function readSubscriptionWithin(
  trx: Trx,
  { clock, config }: Pick<Services, 'config' | 'clock'>,
  userId: string,
): Promise<Subscription> {
  const row = await readUserSessionRowWithin(trx, userId)
  if (!row?.subscription) throw new Error('the subscription is gone')
  return shownSubscription(row.subscription, row, clock.now(), config)
}

/** Returns the subscription as a viewer may see it. */
export function subscriptionOf(
  services: Pick<Services, 'config' | 'clock'>,
  row: UserSessionRow,
  viewer: Viewer,
): Subscription | null {
  const shown = subscriptionToOwner(services, row)
  return shown && row.subscription && !paysFor(viewer) ? withoutMoney(shown, viewer) : shown
}

/**
 * Returns a subscription with its payments. Null for an account that never had one; before the owner's confirmation it
 * shows the coming one.
 */
export function subscriptionToOwner(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  row: UserSessionRow,
): Subscription | null {
  if (row.subscription) return shownSubscription(row.subscription, row, clock.now(), config)
  return row.ownerConfirmed ? null : awaitingConfirmation
}

/** A subscription for users without permission to pay: whether it runs, until when, and for how many. */
function withoutMoney(shown: Subscription, { permissions }: Viewer): Subscription {
  const { status, health, until, pricingId, interval, version, prepaid, pendingExpiry, cardOnFile } = shown
  const { licenseCount, includedLicenses, includedLicenseCount, paused } = shown
  return {
    status,
    health,
    until,
    ...(paused && { paused }),
    pricingId,
    interval,
    version,
    prepaid,
    pendingExpiry,
    licenseCount,
    includedLicenses,
    includedLicenseCount,
    priceCents: null,
    creditCents: 0,
    ...(cardOnFile && permissions.includes('users.manage') && { cardOnFile }),
  }
}

/** Returns the pause of a stored subscription. */
export function pauseOf({ paused_from, paused_until }: SubscriptionJson): Pause {
  return {
    pausedFrom: paused_from === null ? null : new Date(paused_from),
    pausedUntil: paused_until === null ? null : new Date(paused_until),
  }
}

/** A pause that is over is not shown: its renewal is due, or late. */
function shownPause(subscription: SubscriptionJson, now: Date): Pick<Subscription, 'paused'> {
  const pause = pauseOf(subscription)
  const { pausedFrom, pausedUntil } = pause
  if (!pausedFrom || !pausedUntil || now.getTime() >= pausedUntil.getTime()) return {}
  const [from, until] = [pausedFrom.toISOString(), pausedUntil.toISOString()]
  return { paused: { from, until, begun: isPaused(pause, now) } }
}

const awaitingConfirmation: Subscription = {
  status: 'confirm-email',
  health: 'ok',
  until: null,
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 1,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: null,
  version: 0,
  prepaid: false,
  pendingExpiry: false,
}

function shownSubscription(
  subscription: SubscriptionJson,
  row: UserSessionRow,
  now: Date,
  config: Services['config'],
): Subscription {
  const { graceDays } = config
  const { account, users } = row
  const until = new Date(subscription.until)
  const status = statusAt({ status: subscription.status, until }, now, graceDays)
  const { interval_value: value, interval_unit: unit } = subscription
  return {
    status,
    health:
      subscription.health === 'ok' && isPastDue({ status, until }, now) ? 'past-due' : subscription.health,
    until: until.toISOString(),
    ...shownPause(subscription, now),
    pricingId: subscription.pricing_id,
    priceCents: subscription.price_cents,
    creditCents: subscription.credit_cents,
    licenseCount: subscription.license_count,
    includedLicenses: subscription.included_licenses,
    includedLicenseCount: Math.min(users.length, subscription.included_licenses),
    interval: value !== null && unit !== null ? { value, unit } : null,
    ...(subscription.coupon_code !== null && { coupon: subscription.coupon_code }),
    ...(subscription.payment_provider !== null && { paymentProvider: subscription.payment_provider }),
    ...(row.card !== null && { card: row.card, cardOnFile: true as const }),
    ...comingOf(config, { ...subscription, users: users.length }, account, now),
    ...(account.billing_address !== null && { billingAddress: account.billing_address }),
    version: subscription.version,
    prepaid: status === 'prepaid',
    pendingExpiry: status === 'pending-expiry',
  }
}

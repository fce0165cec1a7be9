import type { EntitlingSubscription } from './permission.ts'

/**
 * Whether an account may have a number of users. `fits`. `no-seat`: all licences are in use and none can be added. `card-
 * needed`: no paid plan and no card. `subscription-needed`: a card, but nothing it pays for. `price-change`: the plan
 * must grow first.
 */
export type SeatAnswer = 'fits' | 'no-seat' | 'card-needed' | 'subscription-needed' | 'price-change'

/** The facts that decide an account's seats. `status` is the displayed one: an expired subscription is cancelled. */
export type SeatedSubscription = {
  readonly status: EntitlingSubscription['status']
  readonly licenseCount: number
  /** A card is stored. */
  readonly card?: boolean | undefined
}

/**
 * Returns whether a subscription has seats for `userCount` users. "Adding users needs a credit card or a paid plan"
 * (product.md section 6): a trial has one seat, and more with a card; prepaid licences are as granted, with more charged
 * beside them; a plan that renews grows by a price change; a cancelled plan does not grow. Undefined: the account never
 * had a subscription.
 */
export function seatsFor(subscription: SeatedSubscription | undefined, userCount: number): SeatAnswer {
  if (!subscription) return 'card-needed'
  if (subscription.status === 'cancelled') return subscription.card ? 'subscription-needed' : 'card-needed'
  if (userCount <= subscription.licenseCount) return 'fits'
  if (subscription.status === 'active') return 'price-change'
  if (subscription.status === 'pending-expiry') return 'no-seat'
  if (!subscription.card) return 'card-needed'
  return subscription.status === 'trial' ? 'fits' : 'price-change'
}

/**
 * Returns the number of licences after the users change from `before` to `after`: more if they do not suffice. Fewer if
 * users are removed and licences are charged per user; granted, ending and free licences stay.
 */
export function licensesFor(
  { status, licenseCount }: SeatedSubscription,
  { before, after }: { readonly before: number; readonly after: number },
): number {
  if (after > before) return Math.max(after, licenseCount)
  const shrinks = status === 'active' || status === 'trial'
  return shrinks && after < before ? Math.min(after, licenseCount) : licenseCount
}

import type { EntitlingSubscription } from './permission.ts'

/**
 * Whether an account may have so many users: `fits`; `no-seat` where all licences are in use and no more are to be had;
 * `card-needed` where there is neither a paid plan nor a card; `subscription-needed` where there is a card and nothing that
 * it pays for; `price-change` where the plan would have to grow first.
 */
export type SeatAnswer = 'fits' | 'no-seat' | 'card-needed' | 'subscription-needed' | 'price-change'

/** What an account's seats are counted by. `status` is what people are shown: a subscription that ran out is cancelled. */
export type SeatedSubscription = {
  readonly status: EntitlingSubscription['status']
  readonly licenseCount: number
  /** A card is on file. */
  readonly card?: boolean | undefined
}

/**
 * Whether a subscription has seats for `userCount` users. "Adding users needs a credit card or a paid plan" (product.md
 * section 6): a trial has one seat, and more with a card; prepaid licences are as many as were granted, and more are paid
 * for beside them; a plan that renews grows by a price change, and one that is cancelled does not grow. Undefined: the
 * account never had a subscription.
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
 * How many licences an account has to have once its users have become `after` where they were `before`: more where they
 * do not suffice. Fewer where users go and the licences are paid for by the user; what was granted, and what runs out,
 * stays as it is, and so do licences that are free.
 */
export function licensesFor(
  { status, licenseCount }: SeatedSubscription,
  { before, after }: { readonly before: number; readonly after: number },
): number {
  if (after > before) return Math.max(after, licenseCount)
  const shrinks = status === 'active' || status === 'trial'
  return shrinks && after < before ? Math.min(after, licenseCount) : licenseCount
}

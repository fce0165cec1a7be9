import type { EntitlingSubscription } from './permission.ts'

/**
 * Whether an account may have so many users: `fits`; `no-seat` where all licences are in use and no more are to be had;
 * `card-needed` where there is neither a paid plan nor a card; `price-change` where the plan would have to grow first.
 */
export type SeatAnswer = 'fits' | 'no-seat' | 'card-needed' | 'price-change'

/** What an account's seats are counted by. `status` is what people are shown: a subscription that ran out is cancelled. */
export type SeatedSubscription = {
  readonly status: EntitlingSubscription['status']
  readonly licenseCount: number
}

/**
 * Whether a subscription has seats for `userCount` users. "Adding users needs a credit card or a paid plan" (product.md
 * section 6): a trial has one seat, prepaid licences are as many as were bought, a plan that is cancelled does not grow,
 * and one that renews grows by a price change. Undefined: the account never had a subscription.
 */
export function seatsFor(subscription: SeatedSubscription | undefined, userCount: number): SeatAnswer {
  if (!subscription) return 'card-needed'
  if (subscription.status === 'cancelled') return 'card-needed'
  return userCount <= subscription.licenseCount ? 'fits' : beyond[subscription.status]
}

const beyond = {
  trial: 'card-needed',
  prepaid: 'no-seat',
  active: 'price-change',
  'pending-expiry': 'no-seat',
} as const

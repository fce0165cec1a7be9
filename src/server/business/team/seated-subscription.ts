import { statusAt } from '#domain/billing/subscription.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { SeatedSubscription } from '#domain/team/seats.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Returns the facts that determine the current seats of an account; undefined if it never had a subscription. */
export function seatedSubscription(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  subscription: (EntitlingSubscription & Omit<SeatedSubscription, 'status'>) | undefined,
): SeatedSubscription | undefined {
  return subscription && { ...subscription, status: statusAt(subscription, clock.now(), config.graceDays) }
}

/** Problem codes for missing seats. */
export const seatProblems = {
  'no-seat': 'no-seat-left',
  'card-needed': 'card-needed',
  'subscription-needed': 'subscription-needed',
} as const

import { statusAt } from '#domain/billing/subscription.ts'
import type { EntitlingSubscription } from '#domain/team/permission.ts'
import type { SeatedSubscription } from '#domain/team/seats.ts'
import type { Services } from '#server/platform/services/services.ts'

/** What the seats of an account are counted by at this moment; undefined where it never had a subscription. */
export function seatedSubscription(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  subscription: (EntitlingSubscription & Omit<SeatedSubscription, 'status'>) | undefined,
): SeatedSubscription | undefined {
  return subscription && { ...subscription, status: statusAt(subscription, clock.now(), config.graceDays) }
}

/** Why there is no seat, as callers see it. */
export const seatProblems = {
  'no-seat': 'no-seat-left',
  'card-needed': 'card-needed',
  'subscription-needed': 'subscription-needed',
} as const

import type { SubscriptionState } from '#domain/billing/state.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { redeemReservedCoupon } from '#server/books/billing/coupon.store.ts'
import { trialDaysOf } from '#server/books/billing/offered-trial.ts'
import { noteTrial } from '#server/books/billing/subscription.store.ts'
import { storeEvent } from '#server/business/subscriptions/apply-billing-event.ts'
import { readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Starts the subscription at the owner's first confirmed contact: redeems the reserved coupon, else starts the trial
 * unless the person had one. Undefined where the account has a subscription already.
 */
export async function startFirstSubscription(
  trx: Trx,
  services: Services,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<SubscriptionState | undefined> {
  const subscription = await lockSubscription(trx, services, accountId)
  if (subscription?.state.status !== 'none') return undefined
  const { config, clock } = services
  const now = clock.now()
  const { serviceMode } = subscription.context
  const coupon = await redeemReservedCoupon(trx, { accountId, now, serviceMode })
  const trialDays = await trialDaysOf(trx, services, { accountId, serviceMode })
  const isOffered = coupon === undefined && trialDays > 0
  const hadTrial =
    isOffered && !(await noteTrial(trx, trialUseOf(await readTrialKey(trx, config), email), now))
  const event = { type: 'email-confirmed', trialDays, hadTrial, coupon } as const
  const stored = await storeEvent(trx, services, subscription, event)
  if (stored instanceof Problem) throw new Error(`refused: ${stored.code}`)
  return stored.decision.next
}

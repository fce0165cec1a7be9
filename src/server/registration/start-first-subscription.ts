import type { Transaction } from 'kysely'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { readTrialKey, trialUseOf } from '#server/accounts/trial-key.ts'
import { lockSubscription } from '#server/billing/billed-subscription.ts'
import { redeemReservedCoupon } from '#server/billing/coupon.store.ts'
import { givesTrials } from '#server/billing/offered-trial.ts'
import { noteTrial } from '#server/billing/subscription.store.ts'
import type { Tables } from '#server/database/tables.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { storeEvent } from '#server/subscriptions/apply-billing-event.ts'

/**
 * What the owner's first confirmed contact begins: the coupon that the account holds is redeemed, else the trial starts
 * unless this person had one. Undefined where the account has a subscription already.
 */
export async function startFirstSubscription(
  trx: Transaction<Tables>,
  services: Services,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  serviceMode: ServiceMode,
): Promise<SubscriptionState | undefined> {
  const subscription = await lockSubscription(trx, services, serviceMode, accountId)
  if (subscription?.state.status !== 'none') return undefined
  const { config, clock } = services
  const now = clock.now()
  const coupon = await redeemReservedCoupon(trx, { accountId, now, serviceMode })
  const isOffered = coupon === undefined && givesTrials(services, serviceMode)
  const hadTrial =
    isOffered && !(await noteTrial(trx, trialUseOf(await readTrialKey(trx, config), email), now))
  const event = { type: 'email-confirmed', trialDays: config.trialDays, hadTrial, coupon } as const
  const stored = await storeEvent(trx, services, subscription, event)
  if (stored instanceof Problem) throw new Error(`refused: ${stored.code}`)
  return stored.decision.next
}

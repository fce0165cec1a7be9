import type { Transaction } from 'kysely'
import { beginSubscription, type NewSubscription, type ServiceMode } from '#domain/billing/subscription.ts'
import { redeemReservedCoupon } from '#server/billing/coupon.store.ts'
import { insertSubscription, noteTrial } from '#server/billing/subscription.store.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { readTrialKey, trialUseOf } from './trial-key.ts'

/**
 * What the owner's first confirmed contact begins: the coupon that the account holds is redeemed, else the trial starts
 * unless this person had one. Undefined where neither comes about, and on a site that is closing.
 */
export async function startFirstSubscription(
  trx: Transaction<Tables>,
  { clock, config }: Services,
  { accountId, email }: { readonly accountId: string; readonly email: string },
  serviceMode: ServiceMode,
): Promise<NewSubscription | undefined> {
  if (serviceMode === 'sunset') return undefined
  const now = clock.now()
  const coupon = await redeemReservedCoupon(trx, accountId, now)
  const hadTrial =
    coupon === undefined &&
    config.trialDays > 0 &&
    !(await noteTrial(trx, trialUseOf(await readTrialKey(trx, config), email), now))
  const { trialDays, seller } = config
  const subscription = beginSubscription({
    now,
    serviceMode,
    trialDays,
    zone: seller.zone,
    hadTrial,
    coupon,
  })
  if (subscription) await insertSubscription(trx, accountId, subscription)
  return subscription
}

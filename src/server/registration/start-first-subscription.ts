import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import { personKey } from '#domain/accounts/contact.ts'
import { beginSubscription, type NewSubscription, type ServiceMode } from '#domain/billing/subscription.ts'
import { redeemReservedCoupon } from '#server/billing/coupon.store.ts'
import { insertSubscription, noteTrial } from '#server/billing/subscription.store.ts'
import type { Tables } from '#server/database/tables.ts'
import { derivedKey } from '#server/runtime/derived-key.ts'
import type { Services } from '#server/services/services.ts'

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
    !(await noteTrial(trx, trialKey(config.appSecret, email), now))
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

/**
 * What it is remembered by that a person had their trial. It outlives their account, so it is a keyed hash: a dump names
 * nobody by it, and only this site can ask whether an address it is given had one. Another APP_SECRET forgets them all.
 */
export function trialKey(appSecret: string, email: string): string {
  return keyOfPerson(appSecret, personKey(email))
}

/** @param person as `personKey` names them */
export function keyOfPerson(appSecret: string, person: string): string {
  return createHmac('sha256', derivedKey(appSecret, 'trial use')).update(person).digest('base64url')
}

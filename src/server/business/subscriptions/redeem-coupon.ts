import { localDate } from '#domain/billing/billing-period.ts'
import { couponKey, isRedeemable } from '#domain/coupons/coupon.ts'
import { whyNotForAccount } from '#domain/coupons/money-off-terms.ts'
import { whyNotSold } from '#domain/service-mode.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { countWrongCoupon } from '#server/books/billing/count-wrong-coupon.ts'
import { type JudgedCoupon, lockCoupon, noteRedeemed } from '#server/books/billing/coupon.store.ts'
import { keepCoupon } from '#server/books/billing/kept-coupon.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type Applied, type StoredDecision, storeEvent, withSubscription } from './apply-billing-event.ts'

/** A hook in the transaction of a decision, called as its last step. */
export type DecisionHook = (trx: Trx, stored: StoredDecision) => Promise<void>

/**
 * Redeems a coupon, or keeps it for the next purchase if it takes money off: once per account, up to its uses and expiry. The coupon's row is locked, so that concurrent
 * redemptions never exceed its uses. An unknown code is treated like one without uses. 403 `confirmation-required`
 * before the owner has confirmed an address, 409 by the domain's rules.
 */
export async function redeemCoupon(
  services: Services,
  accountId: string,
  code: string,
  hook: DecisionHook = async () => {},
): Promise<Applied | Problem | undefined> {
  const key = couponKey(code)
  return withSubscription(services, accountId, async (trx, subscription) => {
    if (!subscription.account.confirmed) return new Problem('confirmation-required')
    const { coupon, usedBefore } = (await lockCoupon(trx, key, accountId)) ?? unknownCoupon
    if (coupon.off)
      return keepForPurchase(trx, services, { subscription, key, judged: { coupon, usedBefore } }, hook)
    const event = { type: 'redeem-coupon', coupon, usedBefore } as const
    const stored = await storeEvent(trx, services, subscription, event)
    if (stored instanceof Problem) return stored
    await noteRedeemed(trx, { couponKey: key, accountId, now: subscription.context.now })
    await hook(trx, stored)
    return stored
  })
}

/**
 * Keeps a coupon that takes money off for the account's next purchase; nothing else changes. 409 while a paid
 * subscription runs, and for a coupon of first-time customers.
 */
async function keepForPurchase(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  {
    subscription: { account, state, context },
    key,
    judged: { coupon, usedBefore },
  }: { subscription: BilledSubscription; key: string; judged: JudgedCoupon },
  hook: DecisionHook,
): Promise<StoredDecision | Problem> {
  const { now, serviceMode } = context
  const notSold = whyNotSold(serviceMode)
  if (notSold) return new Problem(notSold)
  if (account.deletionAt) return new Problem('account-ending')
  if (usedBefore) return new Problem('coupon-used')
  if (!isRedeemable(coupon, localDate(now, config.seller.zone))) return new Problem('coupon-expired')
  const paying = state.status === 'active' || state.cycle !== null
  const why = coupon.off && whyNotForAccount(coupon.off, { paying, periodIndex: state.periodIndex })
  if (why) return new Problem(why)
  await keepCoupon(trx, { couponKey: key, accountId: account.id, now })
  const stored: StoredDecision = { before: state, decision: { ok: true, next: state, mails: [] }, steps: [] }
  await hook(trx, stored)
  return stored
}

/** Stands for an unknown code. */
const unknownCoupon: JudgedCoupon = {
  coupon: {
    code: '',
    licenseCount: 1,
    interval: { value: 1, unit: 'd' },
    uses: 0,
    maxUses: 0,
    validUntil: null,
    off: null,
  },
  usedBefore: false,
}

/** Not disclosed: unknown, used up and expired coupons get the same reply. */
const noGood: ReadonlySet<string> = new Set(['coupon-expired', 'coupon-used-up'])
const notSold: ReadonlySet<string> = new Set(['paused', 'sunset'])

/**
 * Same for a code entered by the account's user: 422 `invalid` for every invalid coupon. Ten wrong codes an hour per
 * account and network, then 429; the admin is notified of very many on the whole site.
 */
export async function redeemTypedCoupon(
  services: Services,
  { accountId, network, code }: { accountId: string; network: string; code: string },
): Promise<Applied | Problem | undefined> {
  const account = `account ${accountId}`
  const wait =
    (await services.limits.coupon.consume(network)) ?? (await services.limits.coupon.consume(account))
  if (wait) return wait
  const done = await redeemCoupon(services, accountId, code)
  // a code refused by the service mode may still be a guess at a voucher
  if (done instanceof Problem && notSold.has(done.code)) return done
  if (done instanceof Problem && noGood.has(done.code)) {
    await countWrongCoupon(services)
    return new Problem('invalid', { fields: { couponCode: 'field_coupon_invalid' } })
  }
  await services.limits.coupon.forgive(network)
  await services.limits.coupon.forgive(account)
  return done
}

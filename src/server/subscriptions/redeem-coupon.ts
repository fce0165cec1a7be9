import type { FastifyInstance } from 'fastify'
import { couponKey } from '#domain/coupons/coupon.ts'
import { lockBilledAccount } from '#server/billing/billing.store.ts'
import { carryOut } from '#server/billing/charging/carry-out.ts'
import { lockCoupon, noteRedeemed, unknownCoupon } from '#server/billing/coupon.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { type Alongside, type Decided, decideWithin } from './decide-billing.ts'

/**
 * Redeems a coupon for an account: once for each account, as often and as long as the coupon is good for. The coupon's row
 * is locked, so that any number of accounts at once get no more uses than there are. A code that nobody made is judged
 * like one without uses. 403 `confirmation-required` before the owner has confirmed an address, 409 as the domain says.
 */
export async function redeemCoupon(
  services: Services,
  accountId: string,
  code: string,
  alongside: Alongside = async () => {},
): Promise<Decided | Problem | undefined> {
  const serviceMode = await readServiceMode(services)
  const key = couponKey(code)
  const done = await inTransaction(services.database.db, async (trx) => {
    const account = await lockBilledAccount(trx, accountId)
    if (!account) return new Problem('not-found')
    if (!account.confirmed) return new Problem('confirmation-required')
    const { coupon, usedBefore } = (await lockCoupon(trx, key, accountId)) ?? unknownCoupon
    const decided = await decideWithin(trx, services, serviceMode, accountId, () => ({
      type: 'redeem-coupon',
      coupon,
      usedBefore,
    }))
    if (decided === undefined || decided instanceof Problem) return decided
    await noteRedeemed(trx, { couponKey: key, accountId, now: services.clock.now() })
    await alongside(trx, decided)
    return decided
  })
  if (done === undefined || done instanceof Problem) return done
  const { work, ...rest } = done
  return { ...rest, charged: work && (await carryOut(services, accountId, work)) }
}

/** Why a coupon is no good is nobody's to find out: one answer for unknown, used up and expired ones. */
const noGood: ReadonlySet<string> = new Set(['coupon-expired', 'coupon-used-up'])

/**
 * The same for an account holder who types a code: 422 `invalid` for every coupon that is no good. Ten wrong codes an hour for
 * each account and network, then 429; very many on the whole site are worth a look at the log.
 */
export async function redeemTypedCoupon(
  { limits }: Pick<FastifyInstance, 'limits'>,
  services: Services,
  { accountId, network, code }: { accountId: string; network: string; code: string },
): Promise<Decided | Problem | undefined> {
  const account = `account ${accountId}`
  const wait = (await limits.coupon.consume(network)) ?? (await limits.coupon.consume(account))
  if (wait) return wait
  const done = await redeemCoupon(services, accountId, code)
  if (done instanceof Problem && noGood.has(done.code)) {
    if ((await limits.couponSite.consume('site')) && !(await limits.couponAlarm.consume('site')))
      services.log.warn('more than 200 wrong coupon codes were tried within an hour: somebody is guessing')
    return new Problem('invalid', { fields: { couponCode: 'field_coupon_invalid' } })
  }
  await limits.coupon.forgive(network)
  await limits.coupon.forgive(account)
  return done
}

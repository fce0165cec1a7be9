import { couponKey } from '#domain/coupons/coupon.ts'
import { giftsDueOn } from '#domain/shop/gift.ts'
import {
  deleteGift,
  giftsOf,
  giftsToHandle,
  lockCoupon,
  noteGiftSent,
} from '#server/business/shop/gift.store.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { mailGift } from '#server/business/shop/order-mails.ts'
import { vouchersOf } from '#server/business/shop/voucher.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'

export const giftUpkeep: readonly UpkeepStep[] = [{ name: 'send-gifts', every: 'minute', run: sendGifts }]

/** Mails the gifts that are due, and deletes those whose vouchers were redeemed before. */
async function sendGifts(services: Services): Promise<StepOutcome> {
  const { database, clock, config, log } = services
  const upTo = giftsDueOn(clock.now(), config.seller.zone)
  return oneByOne(
    await giftsToHandle(database.db, upTo),
    (which) => sendGift(services, which),
    (error, { orderId }) => log.error({ err: error, orderId }, 'a gift could not be sent; it is tried again'),
  )
}

/**
 * Mails a gift and notes it, in one transaction that locks its coupon: once, even if several processes try, and never for
 * a voucher that was refunded or redeemed. A voucher exists only after its payment.
 */
async function sendGift(
  services: Services,
  { orderId, position }: { orderId: string; position: number },
): Promise<void> {
  const { database, clock, config, siteFiles } = services
  await inTransaction(database.db, async (trx) => {
    const sold = (await vouchersOf(trx, orderId))[position]
    const order = await findOrder(trx, orderId)
    if (!sold || !order) return
    const key = couponKey(sold.code)
    await lockCoupon(trx, key)
    // all as of the lock: it may have been sent, changed or voided meanwhile
    const voucher = (await vouchersOf(trx, orderId))[position]
    const gift = (await giftsOf(trx, orderId)).get(key)
    if (!voucher || !gift || gift.sentAt !== null) return
    if (voucher.state !== 'open') return deleteGift(trx, key)
    if (gift.day > giftsDueOn(clock.now(), config.seller.zone)) return
    const { address } = siteFiles.current.pictures.get(gift.picture ?? '') ?? {}
    const picture = address === undefined ? undefined : new URL(address, config.baseUrl).href
    await mailGift(trx, services, order, { ...gift, voucher, position, picture })
    await noteGiftSent(trx, key, clock.now())
  })
}

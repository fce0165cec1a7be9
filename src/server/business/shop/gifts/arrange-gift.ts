import type { GiftArrangement } from '#contract/shop/shop.ts'
import { canonicalEmail, isEmail } from '#domain/accounts/contact.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { couldContainLink, isGiftPicture } from '#domain/shop/gift.ts'
import { deleteGift, giftsOf, lockCoupon, saveGift } from '#server/business/shop/gift.store.ts'
import { type SoldVoucher, vouchersOf } from '#server/business/shop/voucher.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

type OneVoucher = { readonly orderId: string; readonly position: number }

/**
 * Has a voucher mailed to its recipient, or changes that. Returns a problem for an invalid entry, or where the voucher
 * was sent, redeemed or voided.
 */
export async function arrangeGift(
  services: Services,
  which: OneVoucher,
  entered: GiftArrangement,
): Promise<Problem | undefined> {
  const gift = {
    ...entered,
    recipient: canonicalEmail(entered.recipient.trim()),
    message: entered.message.trim(),
  }
  return change(services, which, async (trx, key, voucher) => {
    const fault = faultOf(services, gift, voucher)
    if (fault) return new Problem('invalid', { fields: fault })
    await saveGift(trx, key, gift)
    return undefined
  })
}

/** The voucher is not mailed after all. */
export async function cancelGift(services: Services, which: OneVoucher): Promise<Problem | undefined> {
  return change(services, which, async (trx, key) => {
    await deleteGift(trx, key)
    return undefined
  })
}

type Transaction = Parameters<Parameters<typeof inTransaction>[1]>[0]

/** Changes the gift of a voucher that can still be given away. */
function change(
  { database }: Services,
  { orderId, position }: OneVoucher,
  write: (trx: Transaction, key: string, voucher: SoldVoucher) => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  return inTransaction(database.db, async (trx) => {
    const sold = (await vouchersOf(trx, orderId))[position]
    if (!sold) return new Problem('not-found')
    const key = couponKey(sold.code)
    await lockCoupon(trx, key)
    // both as of the lock
    const voucher = (await vouchersOf(trx, orderId))[position]
    const wasSent = typeof (await giftsOf(trx, orderId)).get(key)?.sentAt === 'string'
    if (voucher?.state !== 'open' || wasSent) return new Problem('gift-closed')
    return write(trx, key, voucher)
  })
}

function faultOf(
  { siteFiles, clock, config }: Services,
  { recipient, day, message, picture }: GiftArrangement,
  { validUntil }: SoldVoucher,
): Record<string, string> | undefined {
  if (!isEmail(recipient)) return { recipient: 'field_email_invalid' }
  if (day < localDate(clock.now(), config.seller.zone) || day > validUntil)
    return { day: 'field_gift_day_invalid' }
  if (couldContainLink(message)) return { message: 'field_gift_message_link' }
  const isThere = picture === null || (isGiftPicture(picture) && siteFiles.current.pictures.has(picture))
  return isThere ? undefined : { picture: 'field_gift_picture_gone' }
}

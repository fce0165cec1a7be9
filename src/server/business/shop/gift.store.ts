import type { GiftArrangement, Order } from '#contract/shop/shop.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { isHeld } from './voucher.store.ts'

/** Returns the gifts among the vouchers of an order, by the keys of their codes. */
export async function giftsOf(
  db: Db,
  orderId: string,
): Promise<ReadonlyMap<string, NonNullable<Order['vouchers'][number]['gift']>>> {
  const rows = await db
    .selectFrom('shop_gift')
    .innerJoin('shop_voucher', 'shop_voucher.coupon_key', 'shop_gift.coupon_key')
    .selectAll('shop_gift')
    .select(({ cast }) => cast<string>('shop_gift.send_on', 'text').as('day'))
    .where('shop_voucher.order_id', '=', orderId)
    .execute()
  return new Map(
    rows.map(({ coupon_key, recipient, day, message, picture, sent_at }) => [
      coupon_key,
      { recipient: recipient ?? '', day, message, picture, sentAt: sent_at?.toISOString() ?? null },
    ]),
  )
}

/** Locks a coupon until the transaction ends, so that it is neither redeemed nor voided nor given away meanwhile. */
export async function lockCoupon(trx: Trx, key: string): Promise<void> {
  await trx.selectFrom('coupon').select('code_key').where('code_key', '=', key).forUpdate().execute()
}

/** Stores or changes a gift. Its coupon must be locked, and the gift not sent. */
export async function saveGift(
  trx: Trx,
  key: string,
  { recipient, day, message, picture }: GiftArrangement,
): Promise<void> {
  const values = { recipient, send_on: day, message, picture }
  await trx
    .insertInto('shop_gift')
    .values({ coupon_key: key, sent_at: null, ...values })
    .onConflict((on) => on.column('coupon_key').doUpdateSet(values))
    .execute()
}

/** Deletes a gift unless it was sent. */
export async function deleteGift(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('shop_gift').where('coupon_key', '=', key).where('sent_at', 'is', null).execute()
}

/** Notes that a gift was sent, and deletes what was about its recipient. */
export async function noteGiftSent(trx: Trx, key: string, now: Date): Promise<void> {
  await trx
    .updateTable('shop_gift')
    .set({ recipient: null, message: '', picture: null, sent_at: now })
    .where('coupon_key', '=', key)
    .execute()
}

/**
 * Returns the gifts up to a day that are not sent, and those whose vouchers were redeemed before; by the order and
 * position of the voucher.
 */
export async function giftsToHandle(
  db: Db,
  upTo: string,
): Promise<readonly { orderId: string; position: number }[]> {
  return db
    .selectFrom('shop_gift')
    .innerJoin('shop_voucher', 'shop_voucher.coupon_key', 'shop_gift.coupon_key')
    .innerJoin('coupon', 'coupon.code_key', 'shop_gift.coupon_key')
    .select(['shop_voucher.order_id as orderId', 'shop_voucher.position'])
    .where('shop_gift.sent_at', 'is', null)
    .where((row) =>
      row.or([
        row('shop_gift.send_on', '<=', upTo),
        row.and([row('coupon.uses', '>', 0), row.not(isHeld(row))]),
      ]),
    )
    .orderBy('shop_gift.send_on')
    .orderBy('shop_gift.coupon_key')
    .execute()
}

import type { ExpressionBuilder } from 'kysely'
import { localDate } from '#domain/billing/billing-period.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { Interval } from '#domain/interval.ts'
import type { VoucherState } from '#domain/shop/voucher-places.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** The associate of all sold vouchers in the admin's screens (product.md section 2, Coupon associates). */
const voucherAssociate = 'gift-vouchers'

export type NewVoucher = {
  readonly code: string
  readonly licenseCount: number
  readonly interval: Interval
  /** The last day, `YYYY-MM-DD`. */
  readonly validUntil: string
}

/** Creates the codes of an order: single-use coupons. */
export async function insertVouchers(
  trx: Trx,
  { orderId, vouchers, now }: { orderId: string; vouchers: readonly NewVoucher[]; now: Date },
): Promise<void> {
  await trx
    .insertInto('coupon')
    .values(
      vouchers.map(({ code, licenseCount, interval, validUntil }) => ({
        code_key: couponKey(code),
        code,
        associate: voucherAssociate,
        license_count: licenseCount,
        interval_value: interval.value,
        interval_unit: interval.unit,
        max_uses: 1,
        valid_until: validUntil,
        created_at: now,
      })),
    )
    .execute()
  await trx
    .insertInto('shop_voucher')
    .values(
      vouchers.map(({ code }, position) => ({ coupon_key: couponKey(code), order_id: orderId, position })),
    )
    .execute()
}

export type SoldVoucher = NewVoucher & { readonly state: VoucherState }

/** Returns the vouchers of an order, in its order. */
export async function vouchersOf(db: Db, orderId: string): Promise<readonly SoldVoucher[]> {
  const rows = await db
    .selectFrom('shop_voucher')
    .innerJoin('coupon', 'coupon.code_key', 'shop_voucher.coupon_key')
    .selectAll('coupon')
    .select(({ cast }) => cast<string>('coupon.valid_until', 'text').as('last_day'))
    .select('shop_voucher.voided_at')
    .select((row) => isHeld(row).as('held'))
    .where('shop_voucher.order_id', '=', orderId)
    .orderBy('shop_voucher.position')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    licenseCount: row.license_count,
    interval: { value: row.interval_value, unit: row.interval_unit },
    validUntil: row.last_day,
    state: row.voided_at ? 'void' : row.uses > 0 && !row.held ? 'redeemed' : 'open',
  }))
}

/** Returns the orders with redeemable vouchers on a day (`YYYY-MM-DD`). */
export async function ordersWithOpenVouchers(db: Db, today: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shop_voucher')
    .innerJoin('coupon', 'coupon.code_key', 'shop_voucher.coupon_key')
    .select('shop_voucher.order_id')
    .distinct()
    .where('shop_voucher.voided_at', 'is', null)
    .where((row) => row.or([row('coupon.uses', '=', 0), isHeld(row)]))
    .where('coupon.valid_until', '>=', today)
    .orderBy('shop_voucher.order_id')
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/**
 * Voids the unredeemed vouchers of an order, including reserved ones. Their last day becomes yesterday, for the list of
 * coupons.
 *
 * @param which selects by the states of all vouchers of the order; by default all
 */
export async function voidVouchers(
  trx: Trx,
  {
    orderId,
    now,
    zone,
    which,
  }: {
    orderId: string
    now: Date
    zone: string
    which?: ((states: readonly VoucherState[]) => readonly number[]) | undefined
  },
): Promise<void> {
  const locked = await trx
    .selectFrom('coupon')
    .select('code_key')
    .where('code_key', 'in', (own) =>
      own.selectFrom('shop_voucher').select('coupon_key').where('order_id', '=', orderId),
    )
    .orderBy('code_key')
    .forUpdate()
    .execute()
  if (locked.length === 0) return
  const vouchers = await vouchersOf(trx, orderId)
  const places = which?.(vouchers.map(({ state }) => state))
  const meant = places ? vouchers.filter((_, at) => places.includes(at)) : vouchers
  if (meant.length === 0) return
  const unused = await trx
    .updateTable('coupon')
    .set({ valid_until: localDate(new Date(now.getTime() - 86_400_000), zone) })
    .where(
      'code_key',
      'in',
      meant.map(({ code }) => couponKey(code)),
    )
    .where((row) => row.or([row('uses', '=', 0), isHeld(row)]))
    .returning('code_key')
    .execute()
  if (unused.length === 0) return
  const keys = unused.map(({ code_key }) => code_key)
  await trx
    .updateTable('shop_voucher')
    .set({ voided_at: now })
    .where('voided_at', 'is', null)
    .where('coupon_key', 'in', keys)
    .execute()
  await trx.deleteFrom('shop_gift').where('coupon_key', 'in', keys).where('sent_at', 'is', null).execute()
}

/** Whether a coupon's use is reserved by an unconfirmed registration. */
export function isHeld({ exists, selectFrom }: ExpressionBuilder<Tables, 'coupon'>) {
  return exists(
    selectFrom('coupon_use')
      .select('coupon_use.coupon_key')
      .whereRef('coupon_use.coupon_key', '=', 'coupon.code_key')
      .where('coupon_use.redeemed_at', 'is', null),
  )
}

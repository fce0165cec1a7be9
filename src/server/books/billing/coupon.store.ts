import { sql } from 'kysely'
import { localDate } from '#domain/billing/billing-period.ts'
import { isHonoured, type RedeemedCoupon } from '#domain/billing/subscription.ts'
import { type CouponLimits, couponKey, isRedeemable } from '#domain/coupons/coupon.ts'
import type { MoneyOffTerms } from '#domain/coupons/money-off-terms.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { keepCoupon } from './kept-coupon.store.ts'

/**
 * Reserves a use of a coupon for an account until `reservedUntil`. The coupon's row is locked, so that concurrent calls
 * never exceed its uses. One that takes money off is kept for the first purchase instead. False for a coupon that is unknown, not redeemable, or not accepted in this mode.
 */
export async function reserveCoupon(
  trx: Trx,
  use: {
    couponKey: string
    accountId: string
    now: Date
    zone: string
    serviceMode: ServiceMode
    reservedUntil: Date
  },
): Promise<boolean> {
  const coupon = await lockRow(trx, use.couponKey)
  if (!coupon || !isHonoured(coupon, use.serviceMode)) return false
  if (!isRedeemable(coupon, localDate(use.now, use.zone))) return false
  if (coupon.off) {
    await keepCoupon(trx, use)
    return true
  }
  await countUse(trx, use, { reserved_until: use.reservedUntil })
  return true
}

async function countUse(
  trx: Trx,
  { couponKey, accountId, now }: { couponKey: string; accountId: string; now: Date },
  state: { reserved_until: Date } | { redeemed_at: Date },
): Promise<void> {
  await trx
    .updateTable('coupon')
    .set((set) => ({ uses: set('uses', '+', 1) }))
    .where('code_key', '=', couponKey)
    .execute()
  const use = { coupon_key: couponKey, account_id: accountId, created_at: now, ...state }
  await trx.insertInto('coupon_use').values(use).execute()
}

/** Returns a coupon with the facts that decide its redemption, locked until the transaction ends. */
async function lockRow(trx: Trx, key: string): Promise<JudgedCoupon['coupon'] | undefined> {
  const row = await trx
    .selectFrom('coupon')
    .selectAll()
    .select(sql<string | null>`valid_until::text`.as('valid_until'))
    .where('code_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  // read after the lock, which voiding a voucher takes, too
  const voucher = await trx
    .selectFrom('shop_voucher')
    .select('voided_at')
    .where('coupon_key', '=', key)
    .executeTakeFirst()
  return {
    code: row.code,
    licenseCount: row.license_count,
    interval: { value: row.interval_value, unit: row.interval_unit },
    uses: row.uses,
    maxUses: row.max_uses,
    validUntil: row.valid_until,
    isPaid: voucher !== undefined,
    isVoid: voucher?.voided_at != null,
    off: row.off as MoneyOffTerms | null,
  }
}

/**
 * Redeems the use that an account has reserved. Undefined without a reservation, for a voucher refunded meanwhile, and
 * where the mode does not accept it.
 */
export async function redeemReservedCoupon(
  trx: Trx,
  { accountId, now, serviceMode }: { accountId: string; now: Date; serviceMode: ServiceMode },
): Promise<RedeemedCoupon | undefined> {
  const held = await findHeld(trx, accountId, now)
  const coupon = held && (await lockRow(trx, held.coupon_key))
  if (!coupon || coupon.isVoid || !isHonoured(coupon, serviceMode)) return undefined
  await trx
    .updateTable('coupon_use')
    .set({ redeemed_at: now, reserved_until: null })
    .where('account_id', '=', accountId)
    .where('coupon_key', '=', held.coupon_key)
    .execute()
  return coupon
}

/** Returns whether an account has a reservation that it can still redeem. */
export async function holdsCoupon(db: Db, accountId: string, now: Date): Promise<boolean> {
  return (await findHeld(db, accountId, now)) !== undefined
}

async function findHeld(db: Db, accountId: string, now: Date): Promise<{ coupon_key: string } | undefined> {
  return db
    .selectFrom('coupon_use')
    .select('coupon_key')
    .where('account_id', '=', accountId)
    .where('reserved_until', '>', now)
    .executeTakeFirst()
}

export type JudgedCoupon = {
  readonly coupon: RedeemedCoupon & CouponLimits & { readonly off: MoneyOffTerms | null }
  readonly usedBefore: boolean
}

/** Returns a coupon with the account's use of it; its uses are locked until the transaction ends. */
export async function lockCoupon(
  trx: Trx,
  key: string,
  accountId: string,
): Promise<JudgedCoupon | undefined> {
  const coupon = await lockRow(trx, key)
  if (!coupon) return undefined
  const use = await trx
    .selectFrom('coupon_use')
    .select('coupon_key')
    .where('coupon_key', '=', key)
    .where('account_id', '=', accountId)
    // what is only kept is not used
    .where((use) => use.or([use('redeemed_at', 'is not', null), use('reserved_until', 'is not', null)]))
    .executeTakeFirst()
  return { coupon, usedBefore: use !== undefined }
}

/** Counts a use of a locked coupon. */
export async function noteRedeemed(
  trx: Trx,
  use: { couponKey: string; accountId: string; now: Date },
): Promise<void> {
  await countUse(trx, use, { redeemed_at: use.now })
}

export async function findCouponKey(db: Db, code: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('coupon')
    .select('code_key')
    .where('code_key', '=', couponKey(code))
    .executeTakeFirst()
  return row?.code_key
}

/** Releases reservations that expired without a confirmed contact. Redeemed uses are no reservations. */
export async function releaseCouponReservations(trx: Trx, now: Date): Promise<void> {
  const released = await trx
    .deleteFrom('coupon_use')
    .where('reserved_until', '<=', now)
    .returning('coupon_key')
    .execute()
  await giveBack(trx, released)
}

/** Releases an account's unredeemed reservation. */
export async function releaseHeldCoupon(trx: Trx, accountId: string): Promise<void> {
  const released = await trx
    .deleteFrom('coupon_use')
    .where('redeemed_at', 'is', null)
    .where('reserved_until', 'is not', null)
    .where('account_id', '=', accountId)
    .returning('coupon_key')
    .execute()
  await giveBack(trx, released)
}

async function giveBack(trx: Trx, released: readonly { coupon_key: string }[]): Promise<void> {
  for (const [key, uses] of countBy(released.map((use) => use.coupon_key)))
    await trx
      .updateTable('coupon')
      .set((set) => ({ uses: set('uses', '-', uses) }))
      .where('code_key', '=', key)
      .execute()
}

/** In a fixed order, so that two processes cannot deadlock. */
function countBy(keys: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const key of keys.toSorted()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
}

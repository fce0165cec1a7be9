import { couponKey } from '#domain/coupons/coupon.ts'
import type { Db } from '#server/platform/database/tables.ts'

type Coupon = {
  readonly code: string
  readonly licenseCount?: number
  readonly maxUses?: number
  readonly validUntil?: string
  readonly createdAt: Date
}

/** Stores a coupon for three users and two months, without limits by default. */
export async function storeCoupon(
  db: Db,
  { code, licenseCount = 3, maxUses, validUntil, createdAt }: Coupon,
): Promise<string> {
  await db
    .insertInto('coupon')
    .values({
      code_key: couponKey(code),
      code,
      license_count: licenseCount,
      interval_value: 2,
      interval_unit: 'm',
      max_uses: maxUses ?? null,
      valid_until: validUntil ?? null,
      created_at: createdAt,
    })
    .execute()
  return code
}

/** Returns the number of uses of a coupon. */
export async function couponUses(db: Db, code: string): Promise<number> {
  const row = await db.selectFrom('coupon').select('uses').where('code', '=', code).executeTakeFirstOrThrow()
  return row.uses
}

/** Turns an account's redeemed coupons into reserved ones. */
export async function reserveUses(db: Db, accountId: string, until: Date): Promise<void> {
  await db
    .updateTable('coupon_use')
    .set({ redeemed_at: null, reserved_until: until })
    .where('account_id', '=', accountId)
    .execute()
}

/** A coupon with the use of its holder; without one its days are null. */
export function couponWithUse(
  db: Db,
  code: string,
): Promise<{ uses: number; redeemed_at: Date | null; reserved_until: Date | null }> {
  return db
    .selectFrom('coupon')
    .leftJoin('coupon_use', 'coupon_use.coupon_key', 'coupon.code_key')
    .select(['uses', 'redeemed_at', 'reserved_until'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
}

/** Removes an account's coupon uses; the coupons' counters stay. */
export async function forgetUses(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('coupon_use').where('account_id', '=', accountId).execute()
}

/** Stores coupon uses of accounts; the coupons' counters stay. */
export async function storeUses(
  db: Db,
  code: string,
  uses: readonly { readonly accountId: string; readonly at: Date }[],
): Promise<void> {
  await db
    .insertInto('coupon_use')
    .values(
      uses.map(({ accountId, at }) => ({
        coupon_key: couponKey(code),
        account_id: accountId,
        redeemed_at: at,
        created_at: at,
      })),
    )
    .execute()
}

import { sql } from 'kysely'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { Discount } from '#domain/shop/discount.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Returns a discount code; the typed code is normalised. */
export async function findDiscount(db: Db, code: string): Promise<Discount | undefined> {
  const row = await db
    .selectFrom('shop_discount')
    .selectAll()
    .select([
      sql<string | null>`valid_from::text`.as('first_day'),
      sql<string | null>`valid_until::text`.as('last_day'),
    ])
    .where('code_key', '=', couponKey(code))
    .executeTakeFirst()
  return (
    row && {
      code: row.code,
      percent: row.percent,
      offCents: row.off_cents,
      freeShipping: row.free_shipping,
      minimumCents: row.minimum_cents,
      validFrom: row.first_day,
      validUntil: row.last_day,
      maxUses: row.max_uses,
      uses: row.uses,
    }
  )
}

/** Counts a use; false where the code was used up meanwhile. */
export async function takeDiscount(trx: Trx, code: string): Promise<boolean> {
  const used = await trx
    .updateTable('shop_discount')
    .set({ uses: sql<number>`uses + 1` })
    .where('code_key', '=', couponKey(code))
    .where((where) => where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]))
    .returning('code_key')
    .executeTakeFirst()
  return used !== undefined
}

/** Takes a use back, after its order was cancelled. */
export async function giveBackDiscount(trx: Trx, code: string): Promise<void> {
  await trx
    .updateTable('shop_discount')
    .set({ uses: sql<number>`uses - 1` })
    .where('code_key', '=', couponKey(code))
    .where('uses', '>', 0)
    .execute()
}

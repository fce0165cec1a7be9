import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { CouponAnswer } from '#contract/admin/admin-coupon-calls.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Queries of the admin's coupon screens. */

/** Selects a coupon by key, or all of an associate, ignoring case. */
export type CouponsMeant = { readonly couponKey: string } | { readonly associate: string }

/** Returns the selected coupons, newest first. */
export async function findCoupons(db: Db, meant: CouponsMeant): Promise<FoundCoupon[]> {
  const rows = await db
    .selectFrom('coupon')
    .select([
      'code',
      'associate',
      'license_count',
      'interval_value',
      'interval_unit',
      'max_uses',
      'uses',
      'off',
    ])
    .select(sql<string | null>`valid_until::text`.as('valid_until'))
    .where((coupon) => isMeant(coupon, meant))
    .orderBy('created_at', 'desc')
    .orderBy('code_key')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    licenseCount: row.license_count,
    interval: { value: row.interval_value, unit: row.interval_unit },
    uses: row.uses,
    ...(row.off !== null && { off: row.off as FoundCoupon['off'] }),
    ...(row.associate !== null && { associate: row.associate }),
    ...(row.max_uses !== null && { maxUses: row.max_uses }),
    ...(row.valid_until !== null && { validUntil: row.valid_until }),
  }))
}

type FoundCoupon = {
  code: string
  associate?: string
  licenseCount: number
  maxUses?: number
  interval: { value: number; unit: 'd' | 'w' | 'm' | 'y' }
  validUntil?: string
  uses: number
  off?: CouponAnswer['coupons'][number]['off']
}

/** Returns the redemptions of the selected coupons, newest first; `limit` of them from `offset`. */
export async function findUses(
  db: Db,
  meant: CouponsMeant,
  { limit, offset }: Range,
): Promise<{ redeemedAt: Date; code: string; accountId: string; name: string; contact: string }[]> {
  const rows = await usesOf(db, meant)
    .leftJoin('contact', (join) =>
      join.onRef('contact.user_id', '=', 'account_user.id').on('contact.is_primary', '=', true),
    )
    .select(['coupon_use.redeemed_at as redeemedAt', 'coupon.code', 'coupon_use.account_id as accountId'])
    .select(['account_user.name', 'contact.email'])
    .orderBy('coupon_use.redeemed_at', 'desc')
    .orderBy('coupon_use.account_id')
    .orderBy('coupon.code_key')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ redeemedAt: Date }>()
    .execute()
  return rows.map(({ email, ...use }) => ({ ...use, contact: email ?? '' }))
}

/** Counts the rows of `findUses` on all pages. */
export async function countUses(db: Db, meant: CouponsMeant): Promise<number> {
  const { count } = await usesOf(db, meant)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Redemptions by accounts that still exist. */
function usesOf(db: Db, meant: CouponsMeant) {
  return db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.code_key', 'coupon_use.coupon_key')
    .innerJoin('account_user', (join) =>
      join
        .onRef('account_user.account_id', '=', 'coupon_use.account_id')
        .on('account_user.role', '=', 'owner')
        .on('account_user.removed_at', 'is', null),
    )
    .where('coupon_use.redeemed_at', 'is not', null)
    .where((coupon) => isMeant(coupon, meant))
}

/**
 * Returns associates with the number of their coupons, by name. Spellings that differ in case only are one, under the
 * first of them.
 */
export function findAssociates(db: Db): Promise<{ associate: string; coupons: number }[]> {
  return db
    .selectFrom('coupon')
    .select([sql<string>`min(associate)`.as('associate'), sql<number>`count(*)`.as('coupons')])
    .where('associate', 'is not', null)
    .groupBy(sql`lower(associate)`)
    .orderBy(sql`lower(associate)`)
    .execute()
}

/**
 * Inserts coupons; returns the keys of existing ones, which are not inserted. Concurrent inserts of the same codes are
 * serialised: rows are written in the order of their keys.
 */
export async function insertCoupons(
  trx: Trx,
  rows: readonly Insertable<Tables['coupon']>[],
): Promise<string[]> {
  const taken: string[] = []
  const ordered = rows.toSorted((one, other) => one.code_key.localeCompare(other.code_key))
  for (let first = 0; first < ordered.length; first += rowsAtOnce) {
    const some = ordered.slice(first, first + rowsAtOnce)
    const added = await trx
      .insertInto('coupon')
      .values(some)
      .onConflict((on) => on.column('code_key').doNothing())
      .returning('code_key')
      .execute()
    const keys = new Set(added.map(({ code_key }) => code_key))
    taken.push(...some.flatMap(({ code_key }) => (keys.has(code_key) ? [] : [code_key])))
  }
  return taken
}

/** A statement has at most 65,535 values. */
// mutant `1_000 → 1001`: any number that fits does
const rowsAtOnce = 1_000

function isMeant(coupon: ExpressionBuilder<Tables, 'coupon'>, meant: CouponsMeant) {
  return 'couponKey' in meant
    ? coupon('coupon.code_key', '=', meant.couponKey)
    : coupon(sql`lower(coupon.associate)`, '=', meant.associate.toLowerCase())
}

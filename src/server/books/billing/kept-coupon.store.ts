import { sql } from 'kysely'
import { isRedeemable } from '#domain/coupons/coupon.ts'
import type { MoneyOff } from '#domain/coupons/money-off.ts'
import { type MoneyOffTerms, whyNotForAccount } from '#domain/coupons/money-off-terms.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Coupons that take money off, from being entered to the payment that uses them. */

/** Keeps a coupon for the next purchase of an account, in place of another one that it has not used. Not counted yet. */
export async function keepCoupon(
  trx: Trx,
  { couponKey, accountId, now }: { couponKey: string; accountId: string; now: Date },
): Promise<void> {
  await trx
    .deleteFrom('coupon_use')
    .where('account_id', '=', accountId)
    .where('redeemed_at', 'is', null)
    .where('reserved_until', 'is', null)
    .execute()
  await trx
    .insertInto('coupon_use')
    .values({ coupon_key: couponKey, account_id: accountId, created_at: now })
    .execute()
}

/** Returns what the kept coupon of an account takes off; undefined without one that can be used now. */
export async function keptCoupon(
  trx: Trx,
  accountId: string,
  periodIndex: number,
): Promise<MoneyOff | undefined> {
  const row = await trx
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.code_key', 'coupon_use.coupon_key')
    .select(['coupon.code', 'coupon.off', 'coupon.uses', 'coupon.max_uses'])
    .where('coupon_use.account_id', '=', accountId)
    .where('coupon_use.redeemed_at', 'is', null)
    .where('coupon_use.reserved_until', 'is', null)
    .executeTakeFirst()
  if (!row?.off || (row.max_uses !== null && row.uses >= row.max_uses)) return undefined
  const terms = row.off as MoneyOffTerms
  if (whyNotForAccount(terms, { paying: false, periodIndex })) return undefined
  const { percent, offCents, periods, intervals } = terms
  return { code: row.code, percent, offCents, periods, intervals }
}

/** Returns what a coupon takes off, if it can be used on a day; undefined also for a coupon that grants users. */
export async function findMoneyOff(db: Db, key: string, today: string): Promise<MoneyOff | undefined> {
  const row = await db
    .selectFrom('coupon')
    .select(['code', 'off', 'uses', 'max_uses as maxUses'])
    .select(sql<string | null>`valid_until::text`.as('validUntil'))
    .where('code_key', '=', key)
    .executeTakeFirst()
  if (!row?.off || !isRedeemable(row, today)) return undefined
  const { percent, offCents, periods, intervals } = row.off as MoneyOffTerms
  return { code: row.code, percent, offCents, periods, intervals }
}

/** Counts the use of a kept coupon by the charge that it has lowered; a second charge of the subscription does not. */
export async function countKeptUse(
  trx: Trx,
  {
    accountId,
    couponKey,
    chargeKey,
    now,
  }: {
    accountId: string
    couponKey: string
    chargeKey: string
    now: Date
  },
): Promise<void> {
  const used = await trx
    .updateTable('coupon_use')
    .set({ redeemed_at: now, charge_key: chargeKey })
    .where('account_id', '=', accountId)
    .where('coupon_key', '=', couponKey)
    .where('redeemed_at', 'is', null)
    .where('reserved_until', 'is', null)
    .returning('coupon_key')
    .execute()
  if (used.length > 0) await addUses(trx, couponKey, 1)
}

/** Gives a use back whose charge was refunded in full: the account, or another one, can use the coupon again. */
export async function giveUseBack(
  trx: Trx,
  { accountId, chargeKey }: { accountId: string; chargeKey: string },
): Promise<void> {
  const given = await trx
    .deleteFrom('coupon_use')
    .where('account_id', '=', accountId)
    .where('charge_key', '=', chargeKey)
    .returning('coupon_key')
    .execute()
  for (const { coupon_key } of given) await addUses(trx, coupon_key, -1)
}

async function addUses(trx: Trx, key: string, count: 1 | -1): Promise<void> {
  await trx
    .updateTable('coupon')
    .set((set) => ({ uses: set('uses', '+', count) }))
    .where('code_key', '=', key)
    .execute()
}

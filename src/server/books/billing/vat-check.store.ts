import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'
import type { VatCheck } from './vat-of-account.ts'

/** Returns the register's answer about an account's VAT id. */
export async function readVatCheck(db: Db, accountId: string): Promise<VatCheck | null> {
  return (await readVatId(db, accountId))?.check ?? null
}

/** Undefined for an unknown account. */
export async function readVatId(
  db: Db,
  accountId: string,
): Promise<{ vatId: string | null; check: VatCheck | null } | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['vat_id as vatId', 'vat_check as check'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row && { vatId: row.vatId, check: row.check as VatCheck | null }
}

/**
 * Stores an answer about an account's VAT id, unless the id was changed meanwhile, or another answer about it was stored
 * after `askedAt` (real time): then returns false.
 */
export async function storeVatCheck(
  db: Db,
  accountId: string,
  check: VatCheck,
  askedAt?: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ vat_check: JSON.stringify(check) })
    .where('id', '=', accountId)
    .where('vat_id', '=', check.vatId)
    .$if(askedAt !== undefined, (query) =>
      query.where(
        sql<boolean>`(vat_check is null or vat_check ->> 'vatId' <> ${check.vatId}
          or (vat_check ->> 'checkedAt')::timestamptz <= ${askedAt})`,
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Returns accounts with a VAT id whose next payment is before `dueBefore`, and whose last answer, if any, is older than
 * `askedBefore`.
 */
export async function accountsToCheck(
  db: Db,
  { dueBefore, askedBefore }: { dueBefore: Date; askedBefore: Date },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('subscription', 'subscription.account_id', 'account.id')
    .select(['account.id', 'account.vat_id as vatId', 'account.vat_check as check'])
    .where('account.vat_id', 'is not', null)
    .where('subscription.status', '!=', 'cancelled')
    .where('subscription.due_at', '<=', dueBefore)
    .orderBy('subscription.due_at')
    // mutant `1_000 → 1001`: how many are read at once changes nothing of what is done
    .limit(1_000)
    .execute()
  return rows
    .filter(({ vatId, check }) => {
      const last = check as VatCheck | null
      return !last || last.vatId !== vatId || new Date(last.checkedAt) < askedBefore
    })
    .map(({ id }) => id)
}

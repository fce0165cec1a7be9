import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** The longest that anything is spoken of before it happens, and a day more. */
const aheadMs = 31 * 86_400_000

/** Accounts to whose subscription something happens within a month, or whose renewal is late. */
export async function accountsToRemind(db: Kysely<Tables>, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('status', '!=', 'cancelled')
    .where((where) =>
      where.or([
        where.between('until', now, new Date(now.getTime() + aheadMs)),
        where('health', '!=', 'ok'),
        where('included_licenses', '>', 0),
      ]),
    )
    .execute()
  return rows.map(({ account_id: accountId }) => accountId)
}

/** Month until whose end a card of the account is good. */
export async function expiryOfCard(
  trx: Transaction<Tables>,
  accountId: string,
  ref: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payment_method')
    .select('expires')
    .where('account_id', '=', accountId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.expires
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Has an account deleted by `now`, if not before; undefined for one that is gone. Nobody changes it until the end. */
export async function orderDeletion(
  trx: Transaction<Tables>,
  accountId: string,
  now: Date,
): Promise<{ users: number; status: string | null; deletionAt: Date | null } | undefined> {
  const account = await trx
    .selectFrom('account')
    .leftJoin('subscription', 'subscription.account_id', 'account.id')
    .select(['account.deletion_at as deletionAt', 'subscription.status'])
    .where('account.id', '=', accountId)
    .forUpdate('account')
    .executeTakeFirst()
  if (!account) return undefined
  await trx
    .updateTable('account')
    .set({ deletion_at: sql<Date>`least(deletion_at, ${now})` })
    .where('id', '=', accountId)
    .execute()
  const users = await trx
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  await trx
    .deleteFrom('session')
    .where(
      'user_id',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  return { users: users.length, ...account }
}

import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** Locks a user until the transaction ends: changes of how they sign in, and of their contacts, wait for each other. */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('account_user').select('id').where('id', '=', userId).forUpdate().execute()
}

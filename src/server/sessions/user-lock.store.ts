import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Makes all that changes how one user signs in, and their contacts, wait for each other until the transaction ends. */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.selectFrom('account_user').select('id').where('id', '=', userId).forUpdate().execute()
}

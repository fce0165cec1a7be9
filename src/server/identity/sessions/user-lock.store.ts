import type { Trx } from '#server/platform/database/tables.ts'

/** Locks a user until the transaction ends: changes of credentials and contacts are serialised. */
export async function lockUser(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('account_user').select('id').where('id', '=', userId).forUpdate().execute()
}

import type { Transaction } from 'kysely'
import { deleteSetting } from '#server/platform/database/setting.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Deletes all that test purchases have stored: the last outcome, and their mails with the documents, sent or not. */
export async function forgetTestPurchases(trx: Transaction<Tables>): Promise<void> {
  await deleteSetting(trx, 'test-purchase')
  await trx.deleteFrom('mail').where('template', '=', 'test-purchase').execute()
}

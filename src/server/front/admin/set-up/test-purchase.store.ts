import { deleteSetting } from '#server/platform/database/setting.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'

/** Deletes all that test purchases have stored: the last outcome, and their mails with the documents, sent or not. */
export async function forgetTestPurchases(trx: Trx): Promise<void> {
  await deleteSetting(trx, 'test-purchase')
  await trx.deleteFrom('mail').where('template', '=', 'test-purchase').execute()
}

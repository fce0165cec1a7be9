import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { deletedMail } from '#server/mail/templates/deletion.ts'
import type { Services } from '#server/services/services.ts'
import { adminAccountId } from '#server/sessions/admin-account.ts'
import { readAddressees } from './deletion.store.ts'
import { forgetMedia } from './forget-media.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'
import { deleteTraces, lockAccount, lockDueAccount, marksOf, userIdsOf } from './purge.store.ts'
import { deleteAccount, deleteUsers } from './purged-tables.store.ts'

/**
 * Deletes an account with everybody in it and everything that names them (decisions/083-own-data.md), and tells them so
 * by a last mail. What was paid is kept as the law asks. Repeating it does nothing: false for an account that is gone,
 * and for the admin's, without which nobody could run the site.
 */
export async function purgeAccount(
  trx: Transaction<Tables>,
  services: Services,
  accountId: string,
): Promise<boolean> {
  if (accountId === adminAccountId) return false
  const account = await lockAccount(trx, accountId)
  if (!account) return false
  const userIds = await userIdsOf(trx, accountId)
  const addressees = await readAddressees(trx, accountId)
  if (userIds.length > 0) {
    const marks = await marksOf(trx, userIds)
    await deleteUsers(trx, userIds)
    await deleteTraces(trx, { ...marks, ids: [accountId, ...userIds] })
    await forgetMedia(trx, services, marks.mediaKeys)
  }
  await deleteAccount(trx, accountId)
  await notifyOfDeletion(trx, services, addressees, {
    leaving: { of: 'account', userId: account.askedBy ?? userIds[0] },
    template: 'deleted',
    contentFor: ({ language }, ending) => deletedMail({ ending }, services.config, language),
  })
  return true
}

/** Deletes an account whose time has come and that has left its providers; false where it is gone, or kept after all. */
export async function purgeDueAccount(
  trx: Transaction<Tables>,
  services: Services,
  accountId: string,
  now: Date,
): Promise<boolean> {
  return (await lockDueAccount(trx, accountId, now)) && (await purgeAccount(trx, services, accountId))
}

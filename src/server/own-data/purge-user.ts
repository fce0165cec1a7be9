import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { deletedMail } from '#server/mail/templates/deletion.ts'
import type { Services } from '#server/services/services.ts'
import { readAddressees } from './deletion.store.ts'
import { forgetMedia } from './forget-media.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'
import { deleteTraces, lockUser, marksOf } from './purge.store.ts'
import { countTeamChange, deleteUsers } from './purged-tables.store.ts'

/**
 * Deletes one user of an account that goes on, and everything that names them. Whoever asked for it is told; somebody
 * who was removed by the account has been told then. Repeating it does nothing: false for a user who is gone.
 */
export async function purgeUser(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
): Promise<boolean> {
  const user = await lockUser(trx, userId)
  if (!user) return false
  // those of removed users are not among them
  const addressees = await readAddressees(trx, user.accountId)
  const marks = await marksOf(trx, [userId])
  await deleteUsers(trx, [userId])
  await deleteTraces(trx, marks)
  await forgetMedia(trx, services, marks.mediaKeys)
  if (!user.removed) await countTeamChange(trx, user.accountId)
  await notifyOfDeletion(trx, services, addressees, {
    leaving: { of: 'user', userId },
    template: 'deleted',
    contentFor: ({ language }, ending) => deletedMail({ ending }, services.config, language),
  })
  return true
}

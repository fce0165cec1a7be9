import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { deletedLetter } from '#server/mail/templates/deleted.ts'
import type { Services } from '#server/services/services.ts'
import { readAddressees } from './deletion.store.ts'
import { forgetMedia } from './forget-media.ts'
import { deleteTraces, lockUser, marksOf } from './purge.store.ts'
import { countTeamChange, deleteUsers } from './purged-tables.store.ts'
import { tellOfEnding } from './tell-of-ending.ts'

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
  await tellOfEnding(trx, services, addressees, {
    leaving: { of: 'user', userId },
    template: 'deleted',
    letterFor: ({ language }, ending) => deletedLetter({ ending }, services.config, language),
  })
  return true
}

import type { Transaction } from 'kysely'
import { forgetMedia } from '#server/identity/accounts/forget-media.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { deletedMail } from '#server/platform/mail/templates/deletion.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readRecipients } from './deletion.store.ts'
import { notifyOfDeletion } from './notify-of-deletion.ts'
import {
  deleteTraces,
  lockAccountToPurge,
  lockDueAccount,
  lockUserToPurge,
  marksOf,
  userIdsOf,
} from './purge.store.ts'
import { rememberPurged } from './purged.store.ts'
import { deleteAccount, deleteUsers } from './purged-tables.store.ts'

/**
 * Deletes an account with everybody in it and everything that names them (decisions/083-own-data.md), and notifies them
 * by a last mail. What was paid is kept as the law asks. Repeating it does nothing: false for an account that is gone,
 * and for the admin's, without which nobody could run the site.
 * @param silently without that mail: they were told when it was done first
 */
export async function purgeAccount(
  trx: Transaction<Tables>,
  services: Services,
  accountId: string,
  silently?: 'silently',
): Promise<boolean> {
  if (accountId === adminAccountId) return false
  const account = await lockAccountToPurge(trx, accountId)
  if (!account) return false
  const userIds = await userIdsOf(trx, accountId)
  const recipients = await readRecipients(trx, accountId)
  if (userIds.length > 0) {
    const marks = await marksOf(trx, userIds)
    await deleteUsers(trx, userIds)
    await deleteTraces(trx, { ...marks, ids: [accountId, ...userIds] })
    await forgetMedia(trx, services, marks.mediaKeys)
  }
  await deleteAccount(trx, accountId)
  await rememberPurged(trx, { kind: 'account', id: accountId, at: services.clock.now() })
  if (silently) return true
  await notifyOfDeletion(trx, services, recipients, {
    leaving: { of: 'account', userId: account.askedBy ?? userIds[0] },
    template: 'deleted',
    contentFor: ({ language }, scope) => deletedMail({ scope }, services.config, language),
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

/**
 * Deletes one user of an account that goes on, and everything that names them. Whoever asked for it gets a mail; somebody
 * who was removed by the account has had theirs then. Repeating it does nothing: false for a user who is gone.
 */
export async function purgeUser(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  silently?: 'silently',
): Promise<boolean> {
  const user = await lockUserToPurge(trx, userId)
  if (!user) return false
  // those of removed users are not among them
  const recipients = await readRecipients(trx, user.accountId)
  const marks = await marksOf(trx, [userId])
  await deleteUsers(trx, [userId])
  await deleteTraces(trx, marks)
  await forgetMedia(trx, services, marks.mediaKeys)
  if (!user.removed) await countAccountChange(trx, user.accountId)
  await rememberPurged(trx, { kind: 'user', id: userId, at: services.clock.now() })
  if (silently) return true
  await notifyOfDeletion(trx, services, recipients, {
    leaving: { of: 'user', userId },
    template: 'deleted',
    contentFor: ({ language }, scope) => deletedMail({ scope }, services.config, language),
  })
  return true
}

import { deleteHistory, keepLevelsOfNobody } from '#server/books/billing/subscription-level.store.ts'
import { forgetMedia } from '#server/identity/accounts/forget-media.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { deletedMail } from '#server/platform/mail/templates/deletion.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
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
import { deleteAccount, deleteAccounts, deleteUsers } from './purged-tables.store.ts'

/**
 * Deletes an account with its users and all personal data (decisions/083-own-data.md), and notifies them by a last
 * mail. Payments are retained as required by law. Idempotent: false for a deleted account, and for the admin's, without
 * which the site cannot be run.
 * @param silently without that mail, which was sent at the first deletion
 */
export async function purgeAccount(
  trx: Trx,
  services: MailServices,
  accountId: string,
  silently?: 'silently',
): Promise<boolean> {
  if (accountId === adminAccountId) return false
  const account = await lockAccountToPurge(trx, accountId)
  if (!account) return false
  const userIds = await userIdsOf(trx, [accountId])
  const recipients = await readRecipients(trx, accountId)
  if (userIds.length > 0) {
    const marks = await marksOf(trx, userIds)
    await deleteUsers(trx, userIds)
    await deleteTraces(trx, { ...marks, ids: [accountId, ...userIds] })
    await forgetMedia(trx, services, marks.mediaKeys)
  }
  const { clock, random } = services
  await keepLevelsOfNobody(trx, { accountId, pseudonym: random.id(), at: clock.now() })
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

/**
 * Deletes accounts that nothing has happened with, like `purgeAccount` but together and without mails. The caller has locked
 * them; their subscriptions leave no history.
 */
export async function purgeUnused(
  trx: Trx,
  services: Pick<Services, 'clock' | 'queue'>,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const userIds = await userIdsOf(trx, accountIds)
  const marks = await marksOf(trx, userIds)
  await deleteUsers(trx, userIds)
  await deleteTraces(trx, { ...marks, ids: [...accountIds, ...userIds] })
  await forgetMedia(trx, services, marks.mediaKeys)
  await deleteHistory(trx, accountIds)
  await deleteAccounts(trx, accountIds)
  const at = services.clock.now()
  await rememberPurged(trx, ...accountIds.map((id) => ({ kind: 'account', id, at }) as const))
}

/** Deletes a due account that was removed from its providers; false if it is gone, or its deletion was cancelled. */
export async function purgeDueAccount(
  trx: Trx,
  services: MailServices,
  accountId: string,
  now: Date,
): Promise<boolean> {
  return (await lockDueAccount(trx, accountId, now)) && (await purgeAccount(trx, services, accountId))
}

/**
 * Deletes one user of an account that continues, with all personal data. Users who requested it get a mail; those
 * removed by the account were notified then. Idempotent: false for a deleted user.
 */
export async function purgeUser(
  trx: Trx,
  services: MailServices,
  userId: string,
  silently?: 'silently',
): Promise<boolean> {
  const user = await lockUserToPurge(trx, userId)
  if (!user) return false
  // without those of removed users
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

import { emailKey } from '#domain/accounts/contact.ts'
import { type ChangedTeam, formerUserDays } from '#domain/team/team.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { removeGrantsOf } from '#server/library/watching/playback-grant.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import { removedFromAccountMail } from '#server/platform/mail/templates/team.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { mailNewUser, type UserToMail } from './mail-new-user.ts'
import {
  insertUsers,
  removeUsers,
  replacePendingEmail,
  restoreUser,
  type StoredTeam,
  updateUser,
} from './team.store.ts'

type AppliedChange = {
  readonly accountId: string
  readonly team: StoredTeam
  readonly change: ChangedTeam
  /** Recipients of a link, once per `cause`, and the inviting user's name. */
  readonly mails: { readonly notify: readonly string[]; readonly cause: string; readonly invitedBy: string }
}

/**
 * Stores a decided change of a team as one version, and mails those of `notify` whose address must be confirmed: new
 * users, restored ones, and those with a new address.
 */
export async function applyChange(
  trx: Trx,
  services: MailServices,
  { team, change, accountId, mails: { notify, cause, invitedBy } }: AppliedChange,
): Promise<void> {
  const newcomers = await storeChange(trx, services, { team, change, accountId })
  const keys = new Set(notify.map(emailKey))
  for (const user of newcomers.filter(({ email }) => keys.has(emailKey(email))))
    await mailNewUser(trx, services, user, {
      effectKey: `create-password ${user.contactId} ${cause}`,
      invitedBy,
    })
}

async function storeChange(
  trx: Trx,
  services: MailServices,
  { team, change, accountId }: Omit<AppliedChange, 'mails'>,
): Promise<UserToMail[]> {
  const { added, restored, changed, removed } = change
  if (added.length + restored.length + changed.length + removed.length === 0) return []
  const now = services.clock.now()
  const contactOf = ({ id }: { id: string }) => team.contactIds.get(id) ?? ''

  await remove(trx, services, { team, removed })
  for (const user of changed) {
    await updateUser(trx, user)
    if (user.newEmail) await replacePendingEmail(trx, { id: user.id, email: user.email, now })
  }
  for (const user of restored) await restoreUser(trx, user)
  const { random } = services
  const fresh = added.map((user) => ({ ...user, userId: random.id(), contactId: random.id() }))
  await insertUsers(trx, { accountId, users: fresh, now })
  await countAccountChange(trx, accountId)
  const known = [...restored, ...changed.filter(({ newEmail }) => newEmail)]
  return [...known.map((user) => ({ ...user, userId: user.id, contactId: contactOf(user) })), ...fresh]
}

/** Only users who have used the account are notified: one who never chose a password does not know it. */
async function remove(
  trx: Trx,
  services: MailServices,
  { team, removed }: { team: StoredTeam; removed: ChangedTeam['removed'] },
): Promise<void> {
  const { clock, config } = services
  const now = clock.now()
  const ids = removed.map(({ id }) => id)
  const template = 'removed-from-account'
  for (const { id, name, email, confirmed } of removed) {
    if (!confirmed || (await hasEnoughMails(trx, services, { to: email, template }))) continue
    await queueMail(trx, services, {
      effectKey: `${template} ${id} v${team.version}`,
      template,
      to: email,
      content: removedFromAccountMail({ name, email }, config, await languageOfUser(trx, id)),
    })
  }
  await removeUsers(trx, { ids, now, forgetAt: new Date(now.getTime() + formerUserDays * 86_400_000) })
  await removeGrantsOf(trx, ids)
}

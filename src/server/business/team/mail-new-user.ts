import { emailKey } from '#domain/accounts/contact.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import { addedElsewhereMail, createPasswordMail } from '#server/platform/mail/templates/team.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { beginAnew, findUser } from './team.store.ts'

export type UserToMail = {
  readonly userId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
}

/**
 * Mails an added user the link to choose a first password. If the address is the confirmed contact of another account,
 * its owner gets a mail that they have one already; the work is the same, and the manager learns nothing. False if the
 * address has reached its limit of such mails. The address must be locked.
 */
export async function mailNewUser(
  trx: Trx,
  services: MailServices,
  { userId, contactId, name, email }: UserToMail,
  { effectKey, invitedBy }: { effectKey: string; invitedBy: string },
): Promise<boolean> {
  const { config } = services
  // one template for both mails: separate limits would reveal which was sent
  const template = 'create-password'
  if (await hasEnoughMails(trx, services, { to: email, template })) return false
  const known = await findConfirmedContact(trx, emailKey(email))
  const code = await issueContactCode(trx, services, { contactId, purpose: 'create-password' })
  const language = await languageOfUser(trx, userId)
  await queueMail(trx, services, {
    effectKey,
    template,
    to: known?.email ?? email,
    content: known
      ? addedElsewhereMail({ email: known.email, invitedBy }, config, language)
      : createPasswordMail({ name, invitedBy, email, code }, config, language),
  })
  return true
}

/**
 * Mails an unconfirmed user a new link to choose a first password; earlier links become invalid, and a join in progress
 * ends. 404 for a user of another account, 409 `user-confirmed`, 403 for the owner, who confirms on their profile, 429
 * for the fourth such mail within an hour.
 */
export const notifyNewUser: UseCase<'notifyNewUser'> = async (services, { body, viewer }) => {
  const { database, random } = services
  const wait = await services.limits.newUserMails.consume(viewer.accountId)
  if (wait) return wait
  const wanted = { accountId: viewer.accountId, userId: body.userId }
  const seen = await findUser(database.db, wanted)
  if (!seen) return new Problem('not-found')
  const inviter = await findUser(database.db, { accountId: viewer.accountId, userId: viewer.userId })
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, emailKey(seen.email))
    const user = await findUser(trx, wanted)
    // the address was changed meanwhile, and the new one is not locked
    if (user?.email !== seen.email) return new Problem('not-found')
    if (user.role === 'owner') return new Problem('forbidden')
    if (user.confirmed) return new Problem('user-confirmed')
    if (user.hasPassword) await beginAnew(trx, body.userId)
    const order = {
      effectKey: `create-password ${user.contactId} ${random.id()}`,
      invitedBy: inviter?.name ?? '',
    }
    if (!(await mailNewUser(trx, services, { ...user, userId: body.userId }, order)))
      return new Problem('too-many-requests', { retryAfterSeconds: 3600 })
    return { status: 200, body: { email: user.email } } as const
  })
}

import type { Transaction } from 'kysely'
import { emailKey } from '#domain/accounts/contact.ts'
import { issueContactCode } from '#server/accounts/contact-code.ts'
import { findConfirmedContact } from '#server/accounts/registration.store.ts'
import type { Tables } from '#server/database/tables.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { addedElsewhereMail, createPasswordMail } from '#server/mail/templates/team.ts'
import type { Services } from '#server/services/services.ts'

export type UserToMail = {
  readonly userId: string
  readonly contactId: string
  readonly name: string
  readonly email: string
}

/**
 * Mails an added user the link to choose a first password. Where the address is the confirmed contact of another
 * account, its owner reads instead that they have one already; the work is the same, and whoever added them learns
 * nothing. False where the address has had enough such mails. The address has to be locked.
 */
export async function mailNewUser(
  trx: Transaction<Tables>,
  services: Services,
  { userId, contactId, name, email }: UserToMail,
  { effectKey, invitedBy }: { effectKey: string; invitedBy: string },
): Promise<boolean> {
  const { config } = services
  // one kind for both mails, or their limits would tell them apart
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

import { fieldMessageKey } from '#contract/problems.ts'
import { emailKey, isEmail, pendingContactDays } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { readOwnContacts } from '#server/identity/accounts/contact.store.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { keepOrUndo, lockAddress, markPoint } from '#server/identity/accounts/registration.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import { confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { resetPasswordMail } from '#server/platform/mail/templates/credentials.ts'
import { createPasswordMail, invitationMail } from '#server/platform/mail/templates/team.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { findResetRecipient, type ResetRecipient } from './reset-recipient.store.ts'

/**
 * Mails a link for choosing a new password to the owner of an address, at most three an hour. An added user without a
 * password gets the link for their first one; a user who has not confirmed the address gets the confirmation mail,
 * which allows choosing a password, too. Reply and work are the same for an unknown address
 * (decisions/081-passwords-and-sessions.md). 422 `invalid` for text that is not an address.
 */
export const requestReset: UseCase<'requestReset'> = async (services, { body, visitor, request }) => {
  request.concerned = { claimed: body.email }
  const email = body.email.trim()
  if (!isEmail(email)) {
    const fault = email === '' ? 'email-missing' : 'email-invalid'
    return new Problem('invalid', { fields: { email: fieldMessageKey(fault) } })
  }
  const wait = await services.limits.reset.consume(visitor.network)
  if (wait) return wait
  await inTransaction(services.database.db, (trx) => mailLink(trx, services, email))
  return { status: 200, body: { status: 'ok' } }
}

/**
 * Mails the owner of an address the link that they need: to confirm it, for their first password, or for another one.
 * Returns false where nobody has the address or it had its three of the last hour. For an unknown address it does the same
 * work, and rolls it back.
 */
export async function mailLink(trx: Trx, services: MailServices, email: string): Promise<boolean> {
  const { clock, config, random } = services
  const key = emailKey(email)
  await lockAddress(trx, key)
  const registeredAfter = new Date(clock.now().getTime() - pendingContactDays * 86_400_000)
  const found = await findResetRecipient(trx, { emailKey: key, registeredAfter })
  const recipient = found ?? { ...nobody, email }
  const { needs } = recipient
  const enough = await hasEnoughMails(trx, services, { to: email, template: needs })
  const language = await languageOfUser(trx, recipient.userId)

  await markPoint(trx)
  // bound to no browser: confirming needs the password, or a new one
  const code = await issueContactCode(trx, services, { contactId: recipient.contactId, purpose: needs })
  await queueMail(trx, services, {
    effectKey: `${needs} ${random.id()}`,
    template: needs,
    to: recipient.email,
    content: contentFor(recipient, code, config, language),
  })
  const isMeant = found !== undefined && !enough
  await keepOrUndo(trx, isMeant)
  return isMeant
}

/** Placeholder user of an unknown address. */
const nobody: Omit<ResetRecipient, 'email'> = {
  contactId: '00000000-0000-0000-0000-000000000000',
  userId: '00000000-0000-0000-0000-000000000000',
  name: '',
  accountName: '',
  needs: 'reset-password',
}

function contentFor(
  { needs, name, email, accountName, imported }: ResetRecipient,
  code: string,
  sender: Services['config'],
  language: Language,
): MailContent {
  if (needs === 'create-password')
    return imported
      ? invitationMail({ name, email, code }, sender, language)
      : createPasswordMail({ name, invitedBy: accountName, email, code }, sender, language)
  const contentOf = needs === 'confirm-contact' ? confirmContactMail : resetPasswordMail
  return contentOf({ name, email, code }, sender, language)
}

/**
 * Mails a link for a new password to a confirmed contact of a signed-in user who does not know, or have, a password: at
 * most three an hour, which the reply does not reveal. 404 for a contact of another user, 409 `contact-unconfirmed`.
 */
export const sendResetLink: UseCase<'sendResetLink'> = async (services, { body, viewer }) => {
  const { config, database, random } = services
  const { userId } = viewer
  const refusal = await inTransaction(database.db, async (trx) => {
    await lockUser(trx, userId)
    const { name, contacts } = await readOwnContacts(trx, userId)
    const contact = contacts.find(({ id }) => id === body.contactId)
    if (!contact) return new Problem('not-found')
    if (!contact.confirmed) return new Problem('contact-unconfirmed')
    const { email } = contact
    const template = 'reset-password'
    if (await hasEnoughMails(trx, services, { to: email, template })) return undefined
    const code = await issueContactCode(trx, services, { contactId: contact.id, purpose: template })
    const language = await languageOfUser(trx, userId)
    await queueMail(trx, services, {
      effectKey: `${template} ${random.id()}`,
      template,
      to: email,
      content: resetPasswordMail({ name, email, code }, config, language),
    })
    return undefined
  })
  return refusal ?? accountAnswer(services, viewer)
}

import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { readOwnContacts } from '#server/accounts/contact.store.ts'
import { issueContactCode } from '#server/accounts/contact-code.ts'
import { accountAnswer } from '#server/accounts/read-session.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { resetPasswordMail } from '#server/mail/templates/credentials.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'

/**
 * Mails a link for a new password to a confirmed contact of somebody who is signed in and does not know their password,
 * or has none: three an hour at most, and the answer does not tell. 404 for a contact that is not the user's, 409
 * `contact-unconfirmed`.
 */
export async function sendResetLink(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.sendResetLink>,
): Promise<CallAnswer<typeof accountCalls.sendResetLink>> {
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

import { readOwnContacts, storePrimaryContact } from '#server/identity/accounts/contact.store.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { mailContactChange } from './mail-contact-change.ts'

/**
 * Makes a confirmed contact the primary one, which mails go to, and notifies the former one. Counts as a change of the
 * account, because its list of users shows it. 404 for another user's, 409 `contact-unconfirmed`.
 */
export const changePrimaryContact: UseCase<'changePrimaryContact'> = async (services, { body, viewer }) => {
  const { userId, accountId } = viewer
  const refusal =
    (await checkOwnPassword(services, viewer, body.currentPassword)) ??
    (await services.limits.contacts.consume(userId)) ??
    (await inTransaction(services.database.db, async (trx) => {
      await lockUser(trx, userId)
      const { name, contacts } = await readOwnContacts(trx, userId)
      const contact = contacts.find(({ id }) => id === body.contactId)
      if (!contact) return new Problem('not-found')
      if (!contact.confirmed) return new Problem('contact-unconfirmed')
      if (contact.primary) return undefined
      await storePrimaryContact(trx, userId, contact.id)
      await countAccountChange(trx, accountId)
      const { email } = contact
      await mailContactChange(trx, services, { change: 'primary', email, userId, name, former: contacts })
      return undefined
    }))
  return refusal ?? accountAnswer(services, viewer)
}

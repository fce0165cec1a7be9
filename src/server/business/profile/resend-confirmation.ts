import { pendingUntil } from '#domain/accounts/contact.ts'
import { offeredTrialDays } from '#server/books/billing/offered-trial.ts'
import { readOwnContacts, renewPendingContact } from '#server/identity/accounts/contact.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { mailConfirmation } from './mail-confirmation.ts'

/**
 * Sends a contact's confirmation mail again: at most three an hour, which the reply does not reveal. An expired
 * contact's seven days restart. A confirmed one gets nothing. 404 for another user's.
 */
export const resendConfirmation: UseCase<'resendConfirmation'> = async (
  services,
  { body, viewer, visitor },
) => {
  const { clock, database } = services
  const { userId, accountId } = viewer
  const asked = (await readOwnContacts(database.db, userId)).contacts.find(({ id }) => id === body.contactId)
  if (!asked) return new Problem('not-found')
  const serviceMode = await readServiceMode(services)
  await inTransaction(database.db, async (trx) => {
    await lockAddress(trx, asked.emailKey)
    await lockUser(trx, userId)
    const { name, contacts } = await readOwnContacts(trx, userId)
    const contact = contacts.find(({ id }) => id === asked.id)
    if (!contact || contact.confirmed) return
    const now = clock.now()
    if (pendingUntil(contact.createdAt) <= now) await renewPendingContact(trx, contact.id, now)
    const trial = { accountId, email: contact.email, serviceMode }
    const trialDays = contact.primary ? await offeredTrialDays(trx, services, trial) : 0
    await mailConfirmation(trx, services, { contact, userId, name, visitor, trialDays })
  })
  return accountAnswer(services, viewer)
}

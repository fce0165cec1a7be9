import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { isRemovable } from '#domain/accounts/own-contacts.ts'
import { deleteContact, readOwnContacts } from '#server/accounts/contact.store.ts'
import { readAccountWithin } from '#server/accounts/read-session.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { mailContactChange } from './mail-contact-change.ts'

/**
 * Takes a contact of the user's away, and its codes with it. 404 for one that is not theirs, 409 `contact-needed` for the
 * primary one and for the last one that is confirmed.
 */
export async function removeContact(
  services: Services,
  {
    contactId,
    viewer,
    remember,
  }: Pick<CallContext<typeof accountCalls.changeContact>, 'viewer' | 'remember'> & { contactId: string },
): Promise<CallAnswer<typeof accountCalls.changeContact>> {
  const { userId } = viewer
  return inTransaction(services.database.db, async (trx) => {
    await lockUser(trx, userId)
    const { name, contacts } = await readOwnContacts(trx, userId)
    const contact = contacts.find(({ id }) => id === contactId)
    if (!contact) return new Problem('not-found')
    if (!isRemovable(contact, contacts)) return new Problem('contact-needed')
    await deleteContact(trx, contact.id)
    const { email } = contact
    await mailContactChange(trx, services, { change: 'removed', email, userId, name, former: contacts })
    const answer = { status: 200, body: { account: await readAccountWithin(trx, viewer) } } as const
    await remember(trx, answer)
    return answer
  })
}

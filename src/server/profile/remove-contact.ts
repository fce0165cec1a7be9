import type { accountCalls } from '#contract/account-calls.ts'
import { isRemovable } from '#domain/own-contacts.ts'
import { readAccountWithin } from '#server/accounts/read-session.ts'
import { lockUser } from '#server/accounts/user-lock.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Problem } from '#server/http/problem.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { deleteContact, readOwnContacts } from './contact.store.ts'
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

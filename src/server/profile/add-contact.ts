import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { emailKey, pendingContactDays } from '#domain/accounts/contact.ts'
import {
  accountHasAddress,
  deleteExpiredContacts,
  insertContact,
  readOwnContacts,
} from '#server/accounts/contact.store.ts'
import { readAccountWithin } from '#server/accounts/read-session.ts'
import { lockAddress } from '#server/accounts/registration.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { mailConfirmation } from './mail-confirmation.ts'
import { mailContactChange } from './mail-contact-change.ts'

/**
 * Stores a contact that waits for its confirmation, and mails a code to it and word of it to the primary contact. An
 * address of another account is answered and stored just the same, for its confirmation alone decides whose it is.
 * 409 `contact-taken` where the user's own account has it already.
 */
export async function addContact(
  services: Services,
  {
    email,
    viewer,
    visitor,
    remember,
  }: Pick<CallContext<typeof accountCalls.changeContact>, 'viewer' | 'visitor' | 'remember'> & {
    email: string
  },
): Promise<CallAnswer<typeof accountCalls.changeContact>> {
  const { clock, database, random } = services
  const { userId, accountId } = viewer
  const key = emailKey(email)
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, key)
    await lockUser(trx, userId)
    const now = clock.now()
    await deleteExpiredContacts(trx, new Date(now.getTime() - pendingContactDays * 86_400_000), accountId)
    if (await accountHasAddress(trx, accountId, key)) return new Problem('contact-taken')

    const contact = { id: random.id(), email, emailKey: key, primary: false }
    const { name, contacts } = await readOwnContacts(trx, userId)
    await insertContact(trx, { ...contact, accountId, userId, now })
    await mailConfirmation(trx, services, { contact, userId, name, visitor })
    await mailContactChange(trx, services, { change: 'added', email, userId, name, former: contacts })
    const answer = { status: 200, body: { account: await readAccountWithin(trx, viewer) } } as const
    await remember(trx, answer)
    return answer
  })
}

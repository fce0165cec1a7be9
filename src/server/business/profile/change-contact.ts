import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { canonicalEmail, emailKey, isEmail, pendingContactDays } from '#domain/accounts/contact.ts'
import { isRemovable } from '#domain/accounts/own-contacts.ts'
import {
  accountHasAddress,
  deleteContact,
  deleteExpiredContacts,
  insertContact,
  readOwnContacts,
} from '#server/identity/accounts/contact.store.ts'
import { readAccountWithin } from '#server/identity/accounts/read-account.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { checkOwnPassword } from '#server/identity/passwords/own-password.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { mailConfirmation } from './mail-confirmation.ts'
import { mailContactChange } from './mail-contact-change.ts'

/** Adds or removes a contact, with the user's password (product.md section 5). */
export const changeContact: UseCase<'changeContact'> = async (services, context) => {
  const { body, viewer } = context
  const fault = 'add' in body ? checkNewEmail(body.add) : undefined
  const refusal =
    fault ??
    (await checkOwnPassword(services, viewer, body.currentPassword)) ??
    (await services.limits.contacts.consume(viewer.userId))
  if (refusal) return refusal
  return 'add' in body
    ? addContact(services, { ...context, email: canonicalEmail(body.add) })
    : removeContact(services, { ...context, contactId: body.remove })
}

/**
 * Stores an unconfirmed contact, and mails a code to it and a notification to the primary contact. An address of
 * another account gets the same reply and is stored, too: its confirmation decides. 409 `contact-taken` where the
 * user's own account has it already.
 */
async function addContact(
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

/**
 * Removes a contact with its codes. 404 for another user's, 409 `contact-needed` for the primary one and the last
 * confirmed one.
 */
async function removeContact(
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

/** 422 in the field `add` for text that is not an e-mail address. */
function checkNewEmail(text: string): Problem | undefined {
  const email = text.trim()
  if (isEmail(email)) return undefined
  return new Problem('invalid', {
    fields: { add: email === '' ? 'field_email_missing' : 'field_email_invalid' },
  })
}

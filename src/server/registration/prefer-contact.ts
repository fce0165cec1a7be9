import type { Transaction } from 'kysely'
import { readOwnContacts, storePrimaryContact } from '#server/accounts/contact.store.ts'
import { countAccountChange } from '#server/accounts/profile.store.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * Makes the first contact that a user confirms their primary one. Somebody who mistyped their address when they
 * registered adds the right one: from then on nothing is sent to a stranger any more.
 */
export async function preferContact(
  trx: Transaction<Tables>,
  { userId, accountId, contactId }: { userId: string; accountId: string; contactId: string },
): Promise<void> {
  const { contacts } = await readOwnContacts(trx, userId)
  if (contacts.find(({ id }) => id === contactId)?.primary) return
  await storePrimaryContact(trx, userId, contactId)
  await countAccountChange(trx, accountId)
}

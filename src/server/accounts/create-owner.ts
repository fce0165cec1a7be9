import type { Transaction } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { disownAddress } from './confirmation.store.ts'
import { insertOwner, type NewOwner } from './registration.store.ts'

/** What the forms of registering and of becoming the admin say, beside the password. */
type TypedOwner = Pick<NewOwner, 'accountId' | 'userId' | 'passwordHash' | 'newsletter' | 'language'> & {
  readonly name: string
  readonly email: string
}

/** Stores an account with its owner, whose contact waits for its confirmation. Answers the contact's id. */
export function createUnconfirmedOwner(
  trx: Transaction<Tables>,
  services: Services,
  owner: TypedOwner,
): Promise<string> {
  return createOwner(trx, services, owner, null)
}

/**
 * Stores an account with its owner, whose address is known to be theirs. Whoever registered with it before without
 * confirming it loses what they got by that. The caller holds `lockAddress` and has seen that nobody has confirmed it.
 */
export async function createConfirmedOwner(
  trx: Transaction<Tables>,
  services: Services,
  owner: TypedOwner,
): Promise<void> {
  await createOwner(trx, services, owner, services.clock.now())
  await disownAddress(trx, { emailKey: emailKey(owner.email), userId: owner.userId })
}

async function createOwner(
  trx: Transaction<Tables>,
  { clock, random }: Services,
  { name, email, ...owner }: TypedOwner,
  confirmedAt: Date | null,
): Promise<string> {
  const contactId = random.id()
  await insertOwner(trx, {
    ...owner,
    contactId,
    name: name.trim(),
    email: canonicalEmail(email),
    emailKey: emailKey(email),
    confirmedAt,
    now: clock.now(),
  })
  return contactId
}

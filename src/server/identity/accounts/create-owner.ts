import type { Transaction } from 'kysely'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { disownAddress } from './confirmation.store.ts'
import { insertConsent } from './newsletter-consent.store.ts'
import { insertOwner, type NewOwner } from './registration.store.ts'

/** What the forms of registering and of becoming the admin say, beside the password. */
type TypedOwner = Pick<NewOwner, 'accountId' | 'userId' | 'passwordHash' | 'newsletter' | 'language'> & {
  readonly name: string
  readonly email: string
  /** How they agreed to the newsletter, if they did. */
  readonly means: 'registration' | 'code-host'
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
  { name, email, means, ...owner }: TypedOwner,
  confirmedAt: Date | null,
): Promise<string> {
  const contactId = random.id()
  const now = clock.now()
  await insertOwner(trx, {
    ...owner,
    contactId,
    name: name.trim(),
    email: canonicalEmail(email),
    emailKey: emailKey(email),
    confirmedAt,
    now,
  })
  if (owner.newsletter)
    await insertConsent(trx, {
      id: random.id(),
      accountId: owner.accountId,
      at: now,
      means,
      text: m.newsletter_consent({}, { locale: owner.language }),
    })
  return contactId
}

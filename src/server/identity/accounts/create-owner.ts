import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { disownAddress } from './confirmation.store.ts'
import { insertConsent } from './newsletter-consent.store.ts'
import { insertOwner, type NewOwner } from './registration.store.ts'

/** The input of the forms for registration and for becoming the admin, without the password. */
type TypedOwner = Pick<NewOwner, 'accountId' | 'userId' | 'passwordHash' | 'newsletter' | 'language'> & {
  readonly name: string
  readonly email: string
  /** The origin of the consent to the newsletter. */
  readonly means: 'registration' | 'code-host'
}

/** Creates an account with its owner and an unconfirmed contact. Returns the contact's id. */
export function createUnconfirmedOwner(
  trx: Trx,
  services: Pick<Services, 'clock' | 'random'>,
  owner: TypedOwner,
): Promise<string> {
  return createOwner(trx, services, owner, null)
}

/**
 * Creates an account with its owner and a confirmed address. Others who registered with it without confirming lose
 * their access. The caller holds `lockAddress` and has checked that the address is not confirmed yet.
 */
export async function createConfirmedOwner(
  trx: Trx,
  services: Pick<Services, 'clock' | 'random'>,
  owner: TypedOwner,
): Promise<void> {
  await createOwner(trx, services, owner, services.clock.now())
  await disownAddress(trx, { emailKey: emailKey(owner.email), userId: owner.userId })
}

async function createOwner(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
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

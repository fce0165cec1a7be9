import { asciiHost, canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import { disownAddress } from '#server/identity/accounts/confirmation.store.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { personUse, readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { addressCollisionMail } from '#server/platform/mail/templates/address-collision.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import {
  contactsToRewrite,
  copyTrial,
  lockConfirmedContact,
  rewriteColumn,
  rewriteContact,
  type StoredContact,
} from './canonical-addresses.store.ts'

/**
 * Canonicalises addresses from before there was a canonical form, or from a process of an older version. Where two
 * confirmed contacts turn out to be the same address, the older keeps it: the other can no longer sign in with it, but
 * still gets mails, nothing of its account is changed, and the operator is notified.
 */
export async function canonicaliseAddresses(services: Services): Promise<StepOutcome> {
  const { database, log } = services
  const outcome = await oneByOne(
    await contactsToRewrite(database.db),
    (contact) => canonicalise(services, contact),
    (error, { id }) =>
      log.error({ err: error, contact: id }, 'an address could not be brought to its one form'),
  )
  await rewriteColumn(database.db, 'mail', 'recipient', canonicalEmail)
  await rewriteColumn(database.db, 'declaration', 'email', canonicalEmail)
  await rewriteColumn(database.db, 'declaration', 'email_key', emailKey)
  await rewriteColumn(database.db, 'invite', 'domain', (domain) => asciiHost(domain) ?? domain)
  return outcome
}

async function canonicalise(services: Services, contact: StoredContact): Promise<void> {
  const email = canonicalEmail(contact.email)
  const key = emailKey(contact.email)
  // an address without a canonical form is skipped
  if (key === contact.emailKey) return
  const { database, config, log } = services
  await inTransaction(database.db, async (trx) => {
    await lockAddress(trx, key)
    const known = await lockConfirmedContact(trx, key)
    const keeper = known && (!contact.confirmed || known.createdAt <= contact.createdAt) ? known : contact
    const loser = keeper === contact ? known : contact
    const collides = contact.confirmed && known !== undefined
    if (collides && loser === known)
      await rewriteContact(trx, known, { email: known.email, emailKey: retiredKey(known, key) })
    const own = { email, emailKey: collides && loser === contact ? retiredKey(contact, key) : key }
    if (!(await rewriteContact(trx, contact, own))) return
    const trialKey = await readTrialKey(trx, config)
    await copyTrial(trx, {
      from: personUse(trialKey, formerPersonKey(contact.emailKey)),
      to: trialUseOf(trialKey, email),
    })
    if (keeper.confirmed) await disownAddress(trx, { emailKey: key, userId: keeper.userId })
    if (!collides || !loser) return
    log.warn({ keeper: keeper.accountId, loser: loser.accountId }, 'two contacts had one address')
    await tellOperator(trx, services, { email, keeper, loser })
  })
}

/** A placeholder for an address that another contact keeps: unique, and not valid for signing in. */
function retiredKey({ id }: StoredContact, key: string): string {
  return `${key} ${id}`
}

/** A person's key before addresses had a canonical form. */
function formerPersonKey(formerEmailKey: string): string {
  const [local = '', host = ''] = formerEmailKey.split('@')
  return `${local.replace(/\+.*$/, '') || local}@${host}`
}

async function tellOperator(
  trx: Trx,
  services: MailServices,
  { email, keeper, loser }: { email: string; keeper: StoredContact; loser: StoredContact },
): Promise<void> {
  const { config } = services
  await queueMail(trx, services, {
    effectKey: `address-collision ${loser.id}`,
    template: 'address-collision',
    to: config.seller.email,
    content: addressCollisionMail({ email, keeper: keeper.accountId, loser: loser.accountId }, config, 'en'),
  })
}

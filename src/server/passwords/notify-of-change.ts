import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type CredentialChange, credentialsChangedMail } from '#server/mail/templates/credentials.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'

/**
 * Tells a user by mail, at each of their confirmed contacts, that something changed about how they sign in. Whoever
 * changed it may not be them, so no limit keeps these mails back: every such change asks for a password or a code.
 */
export async function notifyOfChange(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  change: CredentialChange,
): Promise<void> {
  const { config, random } = services
  const { name, addresses } = await readConfirmedAddresses(trx, userId)
  const language = await languageOfUser(trx, userId)
  const effect = random.id()
  for (const address of addresses)
    await queueMail(trx, services, {
      effectKey: `credentials-changed ${effect} ${address}`,
      template: 'credentials-changed',
      to: address,
      content: credentialsChangedMail({ name, change }, config, language),
    })
}

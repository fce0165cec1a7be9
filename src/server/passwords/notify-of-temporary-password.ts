import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { temporaryPasswordMail } from '#server/mail/templates/credentials.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'

/** Tells a user, at each of their confirmed contacts, that they were given a temporary password, which is not in the mail. */
export async function notifyOfTemporaryPassword(
  trx: Transaction<Tables>,
  services: Services,
  { userId, hours }: { userId: string; hours: number },
): Promise<void> {
  const { name, addresses } = await readConfirmedAddresses(trx, userId)
  const language = await languageOfUser(trx, userId)
  const effect = services.random.id()
  for (const address of addresses)
    await queueMail(trx, services, {
      effectKey: `temporary-password ${effect} ${address}`,
      template: 'temporary-password',
      to: address,
      content: temporaryPasswordMail({ name, hours }, services.config, language),
    })
}

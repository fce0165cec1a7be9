import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/mail/queue-mail.ts'
import { codeHostChangedMail } from '#server/mail/templates/credentials.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'

/**
 * Tells a user by mail, at each of their confirmed contacts, that they can sign in by the code host now, or no longer.
 * Three such mails an hour: linking and unlinking asks for no password.
 */
export async function notifyOfLink(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  change: { readonly login: string; readonly linked: boolean },
): Promise<void> {
  const { config, random } = services
  const { name, addresses } = await readConfirmedAddresses(trx, userId)
  const language = await languageOfUser(trx, userId)
  const effect = random.id()
  const template = 'credentials-changed'
  for (const to of addresses) {
    if (await hasEnoughMails(trx, services, { to, template })) continue
    await queueMail(trx, services, {
      effectKey: `${template} ${effect} ${to}`,
      template,
      to,
      content: codeHostChangedMail({ name, ...change }, config, language),
    })
  }
}

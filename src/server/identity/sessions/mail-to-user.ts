import type { Transaction } from 'kysely'
import type { Language } from '#domain/language.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, type MailTemplate, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readConfirmedAddresses } from './confirmed-addresses.store.ts'

type MailToUser = {
  readonly template: MailTemplate
  /** Names the event, once for all addresses; any event is new without it. */
  readonly effect?: string
  /** Three such mails an hour at most, for what anybody could bring about again and again. */
  readonly limited?: boolean
  readonly contentFor: (name: string, language: Language) => MailContent
}

/** Mails a user at each of their confirmed contacts, so that a thief of one mailbox cannot hide it from them. */
export async function mailToUser(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  { template, effect = services.random.id(), limited = false, contentFor }: MailToUser,
): Promise<void> {
  const { name, addresses } = await readConfirmedAddresses(trx, userId)
  const content = contentFor(name, await languageOfUser(trx, userId))
  for (const to of addresses) {
    if (limited && (await hasEnoughMails(trx, services, { to, template }))) continue
    await queueMail(trx, services, { effectKey: `${template} ${effect} ${to}`, template, to, content })
  }
}

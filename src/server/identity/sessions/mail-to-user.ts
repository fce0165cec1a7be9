import type { Language } from '#domain/language.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, type MailTemplate, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { readConfirmedAddresses } from './confirmed-addresses.store.ts'

type MailToUser = {
  readonly template: MailTemplate
  /** Identifies the event across all addresses; without it every call is a new event. */
  readonly effect?: string
  /** At most three such mails an hour, for events that anyone can cause repeatedly. */
  readonly limited?: boolean
  readonly contentFor: (name: string, language: Language) => MailContent
}

/** Mails a user at each confirmed contact, so that a thief of one mailbox cannot hide the event. */
export async function mailToUser(
  trx: Trx,
  services: MailServices,
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

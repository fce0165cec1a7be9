import type { ContactRow } from '#server/identity/accounts/contact.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { type ContactChange, contactChangedMail } from '#server/platform/mail/templates/contacts.ts'
import type { MailServices } from '#server/platform/services/services.ts'

/**
 * Notifies the former primary contact of a change, so that a thief of session and password cannot take over an account
 * unnoticed. An unconfirmed one gets no mail: its owner is unknown.
 */
export async function mailContactChange(
  trx: Trx,
  services: MailServices,
  {
    change,
    email,
    userId,
    name,
    former,
  }: {
    change: ContactChange
    /** The contact that was added, removed or made primary. */
    email: string
    userId: string
    name: string
    /** The user's contacts before the change. */
    former: readonly ContactRow[]
  },
): Promise<void> {
  const formerPrimary = former.find(({ primary, confirmed }) => primary && confirmed)
  if (!formerPrimary) return
  const language = await languageOfUser(trx, userId)
  await queueMail(trx, services, {
    effectKey: `contact-changed ${services.random.id()}`,
    template: 'contact-changed',
    to: formerPrimary.email,
    content: contactChangedMail({ name, email, change }, services.config, language),
  })
}

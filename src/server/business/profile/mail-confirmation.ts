import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { findConfirmedContact } from '#server/identity/accounts/registration.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail } from '#server/platform/mail/queue-mail.ts'
import {
  confirmAddedContactMail,
  confirmContactMail,
  contactInUseMail,
} from '#server/platform/mail/templates/contacts.ts'
import type { MailServices } from '#server/platform/services/services.ts'

/**
 * Mails a code to an unconfirmed contact. An address with a confirmed owner gets no code but a notification of the
 * attempt, so that only its owner learns that it is taken; the caller's reply is the same. At most three of each an
 * hour. The caller holds `lockAddress`.
 */
export async function mailConfirmation(
  trx: Trx,
  services: MailServices,
  {
    contact,
    userId,
    name,
    visitor,
    trialDays = 0,
  }: {
    /** `primary`: the contact of the registration, not one that was added later. */
    contact: {
      readonly id: string
      readonly email: string
      readonly emailKey: string
      readonly primary: boolean
    }
    userId: string
    name: string
    visitor: Visitor
    /** Days of the trial that begins with the confirmation. */
    trialDays?: number
  },
): Promise<void> {
  const { clock, config, random } = services
  const { id, email, emailKey } = contact
  const known = await findConfirmedContact(trx, emailKey)
  const template = known ? 'contact-in-use' : 'confirm-contact'
  if (await hasEnoughMails(trx, services, { to: email, template })) return
  const code = await issueContactCode(trx, services, {
    contactId: id,
    purpose: 'confirm-contact',
    browserHash: visitor.preSessionHash,
  })
  const language = await languageOfUser(trx, known?.userId ?? userId)
  await queueMail(trx, services, {
    effectKey: `${template} ${id} ${clock.real().toISOString()} ${random.id()}`,
    template,
    to: known?.email ?? email,
    content: known
      ? contactInUseMail({ email: known.email }, config, language)
      : contact.primary
        ? confirmContactMail({ name, email, code, trialDays }, config, language)
        : confirmAddedContactMail({ name, email, code }, config, language),
  })
}

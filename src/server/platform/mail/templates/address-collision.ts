import { deskHref } from '#contract/desk/desk-pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/**
 * Notifies the operator that two accounts had one address in two spellings: ids of the account that keeps it and of the
 * other.
 */
export function addressCollisionMail(
  { email, keeper, loser }: { readonly email: string; readonly keeper: string; readonly loser: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { email, keeper, loser }
  return composeMail(sender, locale, facts, {
    subject: m.mail_address_collision_subject,
    text: m.mail_address_collision_text,
    button: m.mail_address_collision_button,
    page: deskHref('adminAccount', { id: loser }),
    note: m.mail_address_collision_note,
  })
}

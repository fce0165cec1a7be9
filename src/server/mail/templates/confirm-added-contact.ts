import { href } from '#contract/pages.ts'
import { pendingContactDays } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Asks somebody to confirm an address that was added to an account which they have already. */
export function confirmAddedContactLetter(
  { name, email, code }: { readonly name: string; readonly email: string; readonly code: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_confirm_added_contact_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_confirm_added_contact_text({ email, product: productName }, { locale }),
    button: m.mail_confirm_contact_button({}, { locale }),
    href: new URL(href('confirmContact', {}, { contact: email, code }), baseUrl).href,
    note: m.mail_confirm_added_contact_note({ days: pendingContactDays }, { locale }),
  }
}

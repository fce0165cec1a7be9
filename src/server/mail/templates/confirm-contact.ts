import { href } from '#contract/pages.ts'
import { pendingContactDays } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Asks somebody to confirm that an address is theirs. The link opens a page; only the button there confirms. */
export function confirmContactLetter(
  { name, email, code }: { readonly name: string; readonly email: string; readonly code: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_confirm_contact_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_confirm_contact_text({ email }, { locale }),
    button: m.mail_confirm_contact_button({}, { locale }),
    href: new URL(href('confirmContact', {}, { contact: email, code }), baseUrl).href,
    note: m.mail_confirm_contact_note({ days: pendingContactDays }, { locale }),
  }
}

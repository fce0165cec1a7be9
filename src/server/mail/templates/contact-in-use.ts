import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { Letter, Sender } from '#server/mail/letter.ts'

/** Tells the owner of an address that somebody wanted to add it to another account. Nothing of theirs is in it. */
export function contactInUseLetter(
  { email }: { readonly email: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_contact_in_use_subject({ product: productName }, { locale }),
    greeting: m.mail_greeting_without_name({}, { locale }),
    text: m.mail_contact_in_use_text({ email, product: productName }, { locale }),
    button: m.mail_contact_in_use_button({}, { locale }),
    href: new URL(href('profile'), baseUrl).href,
    note: m.mail_contact_in_use_note({}, { locale }),
  }
}

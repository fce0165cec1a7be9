import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Tells the admin that somebody at a session of theirs does not know their password. */
export function wrongAdminPasswordsLetter(
  { name }: { readonly name: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_wrong_admin_passwords_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_wrong_admin_passwords_text({ product: productName }, { locale }),
    button: m.mail_credentials_changed_button({}, { locale }),
    href: new URL(href('security'), baseUrl).href,
    note: m.mail_wrong_admin_passwords_note({}, { locale }),
  }
}

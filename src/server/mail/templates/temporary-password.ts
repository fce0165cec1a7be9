import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/**
 * Tells somebody that an admin gave them a temporary password. The password itself is not in it: that comes from whoever
 * they asked for it.
 */
export function temporaryPasswordLetter(
  { name, hours }: { readonly name: string; readonly hours: number },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_temporary_password_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_temporary_password_text({ product: productName, hours }, { locale }),
    button: m.mail_temporary_password_button({}, { locale }),
    href: new URL(href('login'), baseUrl).href,
    note: m.mail_temporary_password_note({}, { locale }),
  }
}

import { href } from '#contract/pages.ts'
import { resetCodeMinutes } from '#domain/accounts/password.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Lets somebody choose a new password. The link opens a page; only the button there changes anything. */
export function resetPasswordLetter(
  { name, email, code }: { readonly name: string; readonly email: string; readonly code: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_reset_password_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_reset_password_text({ product: productName }, { locale }),
    button: m.mail_reset_password_button({}, { locale }),
    href: new URL(href('resetPassword', {}, { contact: email, code }), baseUrl).href,
    note: m.mail_reset_password_note({ minutes: resetCodeMinutes }, { locale }),
  }
}

import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { Letter, Sender } from '#server/mail/letter.ts'

/** Tells the owner of an account that somebody tried to register with their address. Nothing of what was typed is in it. */
export function alreadyRegisteredLetter(
  { email }: { readonly email: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_already_registered_subject({ product: productName }, { locale }),
    greeting: m.mail_greeting_without_name({}, { locale }),
    text: m.mail_already_registered_text({ email }, { locale }),
    button: m.mail_already_registered_button({}, { locale }),
    href: new URL(href('login'), baseUrl).href,
    note: m.mail_already_registered_note({}, { locale }),
  }
}

import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Tells the owner of an account that somebody came into it by an invite link. The name they gave themselves is left out. */
export function joinAccountLetter(
  { name, email }: { readonly name: string; readonly email: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_join_account_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_join_account_text({ email }, { locale }),
    button: m.mail_join_account_button({}, { locale }),
    href: new URL(href('users'), baseUrl).href,
    note: m.mail_join_account_note({}, { locale }),
  }
}

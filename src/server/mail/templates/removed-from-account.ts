import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { formerUserDays } from '#domain/team/team.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

/** Tells a user that they were removed from their account, which also signs them out everywhere. */
export function removedFromAccountLetter(
  { name, email }: { readonly name: string; readonly email: string },
  { productName: product, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_removed_from_account_subject({ product }, { locale }),
    greeting: greetingOf(name, locale),
    text: m.mail_removed_from_account_text({ product, email, days: formerUserDays }, { locale }),
    button: m.mail_removed_from_account_button({ product }, { locale }),
    href: new URL(href('landing'), baseUrl).href,
    note: m.mail_removed_from_account_note({}, { locale }),
  }
}

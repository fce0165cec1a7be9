import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, type Sender } from '#server/mail/letter.ts'

export type ContactChange = 'added' | 'removed' | 'primary'

/** Tells somebody that the contacts of their account have changed. */
export function contactChangedLetter(
  { name, email, change }: { readonly name: string; readonly email: string; readonly change: ContactChange },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  return {
    language: locale,
    subject: m.mail_contact_changed_subject({ product: productName }, { locale }),
    greeting: greetingOf(name, locale),
    text: sentences[change]({ email, product: productName }, { locale }),
    button: m.mail_contact_changed_button({}, { locale }),
    href: new URL(href('profile'), baseUrl).href,
    note: m.mail_contact_changed_note({}, { locale }),
  }
}

const sentences = {
  added: m.mail_contact_changed_added,
  removed: m.mail_contact_changed_removed,
  primary: m.mail_contact_changed_primary,
} as const

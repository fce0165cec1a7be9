import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { type Letter, nameInMail, type Sender } from '#server/mail/letter.ts'

/** Tells somebody who has an account that another account has added them with the same address, and what they can do. */
export function addedElsewhereLetter(
  { email, invitedBy }: { readonly email: string; readonly invitedBy: string },
  { productName: product, baseUrl }: Sender,
  locale: Language,
): Letter {
  const inviter = nameInMail(invitedBy)
  return {
    language: locale,
    subject: m.mail_added_elsewhere_subject({ product }, { locale }),
    greeting: m.mail_greeting_without_name({}, { locale }),
    text:
      inviter === undefined
        ? m.mail_added_elsewhere_text_unnamed({ product, email }, { locale })
        : m.mail_added_elsewhere_text({ inviter, product, email }, { locale }),
    button: m.mail_added_elsewhere_button({}, { locale }),
    href: new URL(href('login'), baseUrl).href,
    note: m.mail_added_elsewhere_note({}, { locale }),
  }
}

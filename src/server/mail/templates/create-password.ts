import { href } from '#contract/pages.ts'
import { createCodeDays } from '#domain/accounts/password.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { greetingOf, type Letter, nameInMail, type Sender } from '#server/mail/letter.ts'

/**
 * Invites somebody who was added to an account to choose their first password. The link opens a page; only the button
 * there sets it. Whoever added them is named, unless the name could be taken for a link.
 */
export function createPasswordLetter(
  {
    name,
    invitedBy,
    email,
    code,
  }: { readonly name: string; readonly invitedBy: string; readonly email: string; readonly code: string },
  { productName, baseUrl }: Sender,
  locale: Language,
): Letter {
  const inviter = nameInMail(invitedBy)
  const product = productName
  return {
    language: locale,
    subject: m.mail_create_password_subject({ product }, { locale }),
    greeting: greetingOf(name, locale),
    text:
      inviter === undefined
        ? m.mail_create_password_text_unnamed({ product, email }, { locale })
        : m.mail_create_password_text({ inviter, product, email }, { locale }),
    button: m.mail_create_password_button({}, { locale }),
    href: new URL(href('createPassword', {}, { contact: email, code }), baseUrl).href,
    note: m.mail_create_password_note({ days: createCodeDays }, { locale }),
  }
}

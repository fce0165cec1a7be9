import { href } from '#contract/pages.ts'
import { objectionDays, pendingContactDays } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** Asks the holder of an address that the admin moves an account to. Only the button of the page moves it. */
export function moveAddressMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { email, days: pendingContactDays }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_move_address_subject,
    text: m.mail_move_address_text,
    button: m.mail_move_address_button,
    page: `${href('moveContact')}#${token}`,
    note: m.mail_move_address_note,
  })
}

/** Tells the former address that the admin has moved the account, with the link to object. */
export function addressMovedMail(
  { name, email, token }: { readonly name: string; readonly email: string; readonly token: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { email, days: objectionDays }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_address_moved_subject,
    text: m.mail_address_moved_text,
    button: m.mail_address_moved_button,
    page: `${href('keepContact')}#${token}`,
    note: m.mail_address_moved_note,
  })
}

/** Tells the new address that the former one has objected. */
export function moveUndoneMail(
  { name }: { readonly name: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = {}
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_move_undone_subject,
    text: m.mail_move_undone_text,
    button: m.mail_move_undone_button,
    page: href('imprint'),
    note: m.mail_move_undone_note,
  })
}

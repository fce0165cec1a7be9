import { href } from '#contract/pages.ts'
import { objectionDays, pendingContactDays } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

/** Asks the holder of an address that the admin moves an account to. Only the button of the page moves it. */
export const moveAddressMail = mailOf(
  ({ name, email, token }: { readonly name: string; readonly email: string; readonly token: string }) => ({
    facts: { email, days: pendingContactDays },
    name,
    subject: m.mail_move_address_subject,
    text: m.mail_move_address_text,
    button: m.mail_move_address_button,
    page: `${href('moveContact')}#${token}`,
    note: m.mail_move_address_note,
  }),
)

/** Tells the former address that the admin has moved the account, with the link to object. */
export const addressMovedMail = mailOf(
  ({ name, email, token }: { readonly name: string; readonly email: string; readonly token: string }) => ({
    facts: { email, days: objectionDays },
    name,
    subject: m.mail_address_moved_subject,
    text: m.mail_address_moved_text,
    button: m.mail_address_moved_button,
    page: `${href('keepContact')}#${token}`,
    note: m.mail_address_moved_note,
  }),
)

/** Tells the new address that the former one has objected. */
export const moveUndoneMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_move_undone_subject,
  text: m.mail_move_undone_text,
  button: m.mail_move_undone_button,
  page: href('imprint'),
  note: m.mail_move_undone_note,
}))

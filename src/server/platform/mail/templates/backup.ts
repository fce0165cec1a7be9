import { href } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { composeMail, type MailContent, type Sender } from '#server/platform/mail/compose-mail.ts'

/** Notifies the admin that a backup is being downloaded. */
export function backupAskedMail(
  { name, file }: { readonly name: string; readonly file: string },
  sender: Sender,
  locale: Language,
): MailContent {
  const facts = { file }
  return composeMail(sender, locale, facts, {
    name,
    subject: m.mail_backup_asked_subject,
    text: m.mail_backup_asked_text,
    button: m.mail_credentials_changed_button,
    page: href('security'),
    note: m.mail_wrong_admin_passwords_note,
  })
}

import { href } from '#contract/pages.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

/** Notifies the admin that a backup is being downloaded. */
export const backupAskedMail = mailOf(({ name, file }: { readonly name: string; readonly file: string }) => ({
  facts: { file },
  name,
  subject: m.mail_backup_asked_subject,
  text: m.mail_backup_asked_text,
  button: m.mail_credentials_changed_button,
  page: href('security'),
  note: m.mail_wrong_admin_passwords_note,
}))

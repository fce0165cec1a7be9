import type { ColumnType, Generated } from 'kysely'

/** The rows of mails on their way out. */
export type MailTables = { mail: MailTable; mail_attachment: MailAttachmentTable; mail_pause: MailPauseTable }

type MailTable = {
  id: string
  position: Generated<number>
  effect_key: string
  template: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  created_at: Date
  attempts: Generated<number>
  next_attempt_at: Date
  sent_at: Date | null
  failed_at: Date | null
  last_error: string | null
  /** Whose PDF is attached. */
  invoice_id: Generated<string | null>
  /** Of a newsletter's. */
  unsubscribe_url: Generated<string | null>
  /** Business time from which on it is not sent any more. */
  send_before: Generated<Date | null>
  /** The host part of the recipient. */
  domain: ColumnType<string | null, never, never>
  /** Real time until which the process that sends it holds it. */
  taken_until: Generated<Date | null>
  /** Real time of the first attempt that failed, or of the one for which it waits. */
  put_off_since: Generated<Date | null>
  /** Real time. */
  delivered_at: Generated<Date | null>
  /** Real time; null for a mail that was refused for good. */
  given_up_at: Generated<Date | null>
}

type MailAttachmentTable = {
  mail_id: string
  position: number
  file_name: string
  content_type: string
  bytes: Buffer
}

type MailPauseTable = {
  /** A domain, or `*` for the mail server of the site. */
  scope: string
  failures: number
  mail_id: string | null
  /** Real time. */
  until: Date | null
}

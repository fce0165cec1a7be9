import type { ColumnType, Generated } from 'kysely'
import type { WebhookTables } from './webhook-tables.ts'

/** Tables of outgoing mails and webhooks. */
export type MailTables = WebhookTables & {
  mail: MailTable
  mail_attachment: MailAttachmentTable
  mail_pause: MailPauseTable
  broadcast: BroadcastTable
}

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
  /** The invoice whose PDF is attached. */
  invoice_id: Generated<string | null>
  /** Newsletters only. */
  unsubscribe_url: Generated<string | null>
  /** Business time after which it is no longer sent. */
  send_before: Generated<Date | null>
  /** The host part of the recipient. */
  domain: ColumnType<string | null, never, never>
  /** Real time until which the sending process has claimed it. */
  taken_until: Generated<Date | null>
  /** Real time of the first failed attempt, or of the one that it waits for. */
  put_off_since: Generated<Date | null>
  /** Real time. */
  delivered_at: Generated<Date | null>
  /** Real time; null for a mail that was permanently refused. */
  given_up_at: Generated<Date | null>
  /** A mail of a broadcast is handed over at most once. */
  broadcast_id: Generated<string | null>
  /** Nobody knows whether the mail server took it. */
  outcome_unknown: Generated<boolean>
}

type BroadcastTable = {
  id: string
  kind: 'newsletter' | 'contract'
  /** Of the text. */
  language: 'en' | 'de'
  subject: string
  /** Markdown. */
  text: string
  /** Null: all. */
  to_language: 'en' | 'de' | null
  to_status: string | null
  /** Business time, as all others. */
  created_at: Date
  send_at: Date
  /** Counted when it was ordered. */
  recipients: number
  ended_at: Date | null
  stopped_by: 'admin' | 'refusals' | null
  /** Null while its mails are kept. */
  sent: number | null
  refused: number | null
  unknown: number | null
  unsubscribed: number | null
}

type MailAttachmentTable = {
  mail_id: string
  position: number
  file_name: string
  content_type: string
  bytes: Buffer
}

type MailPauseTable = {
  /** A recipient domain, or `*` for the site's mail server. */
  scope: string
  failures: number
  mail_id: string | null
  /** Real time. */
  until: Date | null
}

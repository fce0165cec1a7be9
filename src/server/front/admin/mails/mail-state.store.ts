import { sql } from 'kysely'
import type { MailState } from '#contract/admin/admin-mail-calls.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Templates whose mail has a link that can be made anew. */
export const linkTemplates = ['confirm-contact', 'reset-password', 'create-password'] as const

/** Templates whose mails let nobody log in and are about a contract or money. */
const shareableTemplates = ['invoice', 'order', 'billing', 'declaration-received', 'declaration-rejected']

/** What became of a row of `mail`. */
export const mailState = sql<MailState>`case when mail.sent_at is not null then 'delivered' when mail.outcome_unknown then 'unknown'
  when mail.given_up_at is not null then 'given-up' when mail.failed_at is not null then 'refused'
  when mail.put_off_since is not null then 'put-off' else 'waiting' end`

// a mail of a broadcast is never sent twice
const mayBeTriedAgain = sql<boolean>`(mail.failed_at is not null and mail.text_body <> ''
  and mail.broadcast_id is null)`

/** Whether a row of `mail` can be sent once more: a failed one as it is, a delivered one only if it can be written anew. */
export const maySendAgain = sql<boolean>`case when ${mayBeTriedAgain} then true
  when mail.sent_at is null then false
  when mail.template = 'invoice' then exists(
    select from invoice join account on account.id = invoice.account_id
    where invoice.id = mail.invoice_id and invoice.kind = 'invoice')
  when mail.template = 'confirm-contact' then exists(
    select from contact where contact.confirmed_at is null
      and contact.email_key = lower(mail.recipient collate "C"))
  else mail.template = any(${[...linkTemplates]}::text[]) end`

/** Whether a row of `mail` may go to another address. */
export const mayGoElsewhere = sql<boolean>`(mail.template = any(${shareableTemplates}::text[]))`

/** A mail that is to be sent again. */
export type SentMail = {
  readonly id: string
  readonly template: string
  readonly recipient: string
  readonly invoiceId: string | null
  readonly delivered: boolean
  /** It was not delivered, and its text is still there. */
  readonly mayBeTriedAgain: boolean
  readonly mayGoElsewhere: boolean
}

/** Returns a mail whose recipient is known, and locks it; with an account only one to a contact of it. */
export async function lockMail(
  trx: Db,
  { accountId, mailId }: { readonly accountId: string | undefined; readonly mailId: string },
): Promise<SentMail | undefined> {
  const isOfAccount = sql`lower(recipient collate "C") in (
    select email_key from contact where account_id = ${accountId ?? null}::uuid)`
  const { rows } = await sql<SentMail>`
    select id, template, recipient, invoice_id as "invoiceId", sent_at is not null as delivered,
      ${mayBeTriedAgain} as "mayBeTriedAgain", ${mayGoElsewhere} as "mayGoElsewhere"
    from mail where id = ${mailId} and recipient <> '' and ${accountId === undefined ? sql`true` : isOfAccount}
    for update`.execute(trx)
  return rows[0]
}

/** Has a mail that was refused or given up tried again at once, at this address. */
export async function tryMailAgain(
  trx: Db,
  mailId: string,
  { to, now }: { readonly to: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('mail')
    .set({
      recipient: to,
      failed_at: null,
      given_up_at: null,
      put_off_since: null,
      attempts: 0,
      next_attempt_at: now,
    })
    .where('id', '=', mailId)
    .execute()
}

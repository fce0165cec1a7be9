import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'

/** A mail in the outbox. */
export type QueuedMail = Selectable<Tables['mail']>

type NewMail = {
  readonly id: string
  readonly effectKey: string
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly invoiceId: string | null
  readonly unsubscribeUrl: string | null
  readonly sendBefore: Date | null
  readonly broadcastId: string | null
  readonly attachments: readonly MailAttachment[]
  /** Business time. */
  readonly createdAt: Date
  /** Real time, as everywhere in sending. */
  readonly nextAttemptAt: Date
}

/** Adds a mail to the outbox, once per effect key. */
export async function insertMail(db: Db, mail: NewMail): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('mail')
    .values({
      id: mail.id,
      effect_key: mail.effectKey,
      template: mail.template,
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      invoice_id: mail.invoiceId,
      unsubscribe_url: mail.unsubscribeUrl,
      send_before: mail.sendBefore,
      broadcast_id: mail.broadcastId,
      created_at: mail.createdAt,
      next_attempt_at: mail.nextAttemptAt,
    })
    .onConflict((conflict) => conflict.column('effect_key').doNothing())
    .executeTakeFirstOrThrow()
  if (inserted === 0n || mail.attachments.length === 0) return
  await db
    .insertInto('mail_attachment')
    .values(
      mail.attachments.map(({ fileName, contentType, bytes }, position) => ({
        mail_id: mail.id,
        position,
        file_name: fileName,
        content_type: contentType,
        bytes,
      })),
    )
    .execute()
}

/** Returns the attachments of a mail, in order. */
export async function attachmentsOf(db: Db, mailId: string): Promise<readonly MailAttachment[]> {
  const rows = await db
    .selectFrom('mail_attachment')
    .select(['file_name as fileName', 'content_type as contentType', 'bytes'])
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute()
  return rows
}

/** Returns the attachment names of mails. */
export async function attachmentNames(
  db: Db,
  mailIds: readonly string[],
): Promise<readonly { mailId: string; position: number; name: string }[]> {
  if (mailIds.length === 0) return []
  return db
    .selectFrom('mail_attachment')
    .select(['mail_id as mailId', 'position', 'file_name as name'])
    .where('mail_id', 'in', mailIds)
    .orderBy('position')
    .execute()
}

/** Counts the mails of one kind to one address (given as `emailKey`) after `since`. */
export async function countMails(
  db: Db,
  { recipientKey, template, since }: { recipientKey: string; template: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select((select) => select.fn.countAll<number>().as('count'))
    // the "C" collation folds ASCII only, like emailKey
    .where(sql`lower(recipient collate "C")`, '=', recipientKey)
    .where('template', '=', template)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether any mail is waiting to be sent. */
export async function anyMailWaits(db: Db): Promise<boolean> {
  const waiting = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    // mutant `1 → 2`: one tells
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * Marks a mail as sent, and deletes its text and attachments unless they are kept for reading: the text may contain a
 * valid code.
 * @param sentAt business time
 * @param deliveredAt real time
 */
export async function markSent(
  db: Db,
  id: string,
  { sentAt, deliveredAt, keepContent }: { sentAt: Date; deliveredAt: Date; keepContent: boolean },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      sent_at: sentAt,
      delivered_at: deliveredAt,
      taken_until: null,
      last_error: null,
      ...(!keepContent && { text_body: '', html_body: '' }),
    })
    .where('id', '=', id)
    .execute()
  if (!keepContent) await deleteAttachments(db, id)
}

/** Marks a mail as failed, with the reason for the operator. Its text stays for a week. */
export async function markFailed(
  db: Db,
  id: string,
  { failedAt, reason }: { failedAt: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ failed_at: failedAt, taken_until: null, last_error: reason })
    .where('id', '=', id)
    .execute()
}

/** Marks a mail that may have been taken or not, and is not sent again. */
export async function markUnknown(
  db: Db,
  id: string,
  { failedAt, reason }: { failedAt: Date; reason: string },
): Promise<void> {
  await markFailed(db, id, { failedAt, reason })
  await db.updateTable('mail').set({ outcome_unknown: true }).where('id', '=', id).execute()
}

/**
 * Marks the mails of broadcasts whose process ended while it handed them over: nobody knows whether they were taken.
 * @param now real time
 * @param failedAt the same moment in business time
 */
export async function markInterrupted(
  db: Db,
  { now, failedAt }: { now: Date; failedAt: Date },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ failed_at: failedAt, taken_until: null, outcome_unknown: true })
    .where('broadcast_id', 'is not', null)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('taken_until', '<=', now)
    .execute()
}

async function deleteAttachments(db: Db, mailId: string): Promise<void> {
  await db.deleteFrom('mail_attachment').where('mail_id', '=', mailId).execute()
}

/** Marks a mail as given up after the longest time of retries; `givenUpAt` is real time. */
export async function markGivenUp(
  db: Db,
  id: string,
  { failedAt, givenUpAt, reason }: { failedAt: Date; givenUpAt: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ failed_at: failedAt, given_up_at: givenUpAt, taken_until: null, last_error: reason })
    .where('id', '=', id)
    .execute()
}

/** Schedules the next attempt for `nextAttemptAt` (real time, like `now`). */
export async function postpone(
  db: Db,
  id: string,
  { now, nextAttemptAt, reason }: { now: Date; nextAttemptAt: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('mail')
    .set((set) => ({
      next_attempt_at: nextAttemptAt,
      taken_until: null,
      put_off_since: set.fn.coalesce('put_off_since', set.val(now)),
      last_error: reason,
    }))
    .where('id', '=', id)
    .execute()
}

/** Deletes the texts of mails that failed before `failedBefore` (business time): they contain names and codes. */
export async function forgetUndeliveredTexts(db: Db, failedBefore: Date): Promise<void> {
  await db
    .deleteFrom('mail_attachment')
    .where('mail_id', 'in', (of) => of.selectFrom('mail').select('id').where('failed_at', '<', failedBefore))
    .execute()
  await db
    .updateTable('mail')
    .set({ text_body: '', html_body: '' })
    // mutant ` .where('text_body', '<>', '') → `: what is empty is only not written again
    .where('failed_at', '<', failedBefore)
    .where('text_body', '<>', '')
    .execute()
}

/** Deletes old mails that were sent or given up: they contain names and addresses. */
export async function deleteOldMails(db: Db, createdBefore: Date): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('created_at', '<', createdBefore)
    .where((where) => where.or([where('sent_at', 'is not', null), where('failed_at', 'is not', null)]))
    .execute()
}

/**
 * Erases the recipients of finished mails whose address is no longer in use by a contact, order, declaration or the
 * operator (`kept`, as `emailKey`). The rest of the row names no one; its key stays, so that the same event sends no
 * second mail.
 */
export async function forgetRecipients(
  db: Db,
  { createdBefore, kept }: { createdBefore: Date; kept: string },
): Promise<void> {
  // the "C" collation folds ASCII only, like emailKey
  const recipient = sql<string>`lower(mail.recipient collate "C")`
  await db
    .updateTable('mail')
    .set({
      recipient: '',
      subject: '',
      text_body: '',
      html_body: '',
      last_error: null,
      unsubscribe_url: null,
    })
    // mutant ` .where('recipient', '!=', '') → `: what was forgotten is only not written again
    // some keys end with the address, so that each of a user's contacts gets its own mail
    .set({ effect_key: sql`case when strpos(effect_key, '@') > 0 then id::text else effect_key end` })
    .where('recipient', '!=', '')
    .where('created_at', '<', createdBefore)
    .where((where) => where.or([where('sent_at', 'is not', null), where('failed_at', 'is not', null)]))
    .where(recipient, '!=', kept)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('contact').select('id').where('email_key', '=', recipient))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('shop_order').select('id').where('email_key', '=', recipient))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('declaration').select('id').where('email_key', '=', recipient))),
    )
    .execute()
}

/** Returns the last sent mails, newest first. */
export async function readSentMails(db: Db, limit: number): Promise<QueuedMail[]> {
  return db
    .selectFrom('mail')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('next_attempt_at', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
}

import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'
import type { QueuedMail } from './mail.store.ts'
import { wholeServer } from './mail-pause.store.ts'

type Claim = {
  /** Real time. */
  readonly now: Date
  readonly heldUntil: Date
  readonly limit: number
  /** Only domains that have accepted a mail before. */
  readonly knownOnly: boolean
}

/**
 * Claims due mails until `heldUntil`: other processes skip them, and after a crash they become due again then. Order:
 * mails without an attempt first, of these first those to domains without a failure, then by waiting time. Paused hosts
 * are skipped. A recipient gets one mail at a time, and so does a domain that has never accepted one, because it may not
 * answer. Both take mails without an attempt first, then in the order of creation: with two different orders the first
 * mail of the one could wait for that of the other, and neither would be sent.
 */
export async function claimDueMails(
  db: Db,
  { now, heldUntil, limit, knownOnly }: Claim,
): Promise<QueuedMail[]> {
  const isKnown = sql<boolean>`exists
    (select from mail as taken where taken.domain = mail.domain and taken.sent_at is not null)`
  const waits = sql<boolean>`other.sent_at is null and other.failed_at is null and other.id <> mail.id`
  const isDue = sql<boolean>`other.next_attempt_at <= ${now}`
  const hasFailed = sql<boolean>`exists (select from mail_pause as failed where failed.scope = mail.domain)`
  // mutant `other.domain = mail.domain → (other.domain = mail.domain or true)`: it follows from the recipient, for the index
  const isSameRecipient = sql<boolean>`other.domain = mail.domain and other.recipient = mail.recipient`
  // mutant `< → <=`: no two mails have one position
  const comesBefore = sql<boolean>`(other.attempts > 0, other.position) < (mail.attempts > 0, mail.position)`
  const due = db
    .selectFrom('mail')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    // of a broadcast, one that was claimed may have been taken
    .where(sql<boolean>`(mail.broadcast_id is null or mail.taken_until is null)`)
    .where(
      sql<boolean>`not exists (select from mail_pause as pause
        where pause.scope in (${wholeServer}, mail.domain) and pause.until > ${now})`,
    )
    .where(
      sql<boolean>`not exists (select from mail as other
        where ${isSameRecipient} and ${waits}
        and (other.taken_until > ${now} or (${isDue} and ${comesBefore})))`,
    )
    .where(
      knownOnly
        ? isKnown
        : sql<boolean>`(${isKnown} or not exists
            (select from mail as other where other.domain = mail.domain and ${waits}
            and (other.taken_until > ${now} or (${isDue} and ${comesBefore}))))`,
    )
    .orderBy(sql`attempts > 0`)
    .orderBy(hasFailed)
    .orderBy('next_attempt_at')
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mail')
    .set((set) => ({
      // the only time that older programs know
      next_attempt_at: heldUntil,
      taken_until: heldUntil,
      attempts: set('attempts', '+', 1),
    }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

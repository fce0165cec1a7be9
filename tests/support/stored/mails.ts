import type { Db } from '#server/platform/database/tables.ts'

type QueuedMail = {
  readonly to: string
  readonly subject: string
  readonly template: string
  readonly text: string
  readonly sentAt: Date | null
  /** Unique key of the mail's cause. */
  readonly key: string
}

/** Returns every mail, sent or not, to an address or to all, oldest first. */
export async function queuedMails(db: Db, to?: string): Promise<QueuedMail[]> {
  const rows = await db
    .selectFrom('mail')
    .select([
      'recipient as to',
      'subject',
      'template',
      'text_body as text',
      'sent_at as sentAt',
      'effect_key as key',
    ])
    .orderBy('position')
    .execute()
  return rows.filter((row) => to === undefined || row.to === to)
}

/** Whether a process is sending a mail now, in real time. */
export async function isAnyMailHeld(db: Db, now: Date): Promise<boolean> {
  const held = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('taken_until', '>', now)
    .executeTakeFirst()
  return held !== undefined
}

/** Counts the mails that wait, whether they are due or not. */
export async function countUnsentMails(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes the mails to an address. */
export async function forgetMails(db: Db, to: string): Promise<void> {
  await db.deleteFrom('mail').where('recipient', '=', to).execute()
}

type Sending = { readonly nextAttemptAt?: Date; readonly attempts?: number; readonly sentAt?: Date }

/** How far the mails are that have not been sent: when they are tried next, how often they were, that they are sent. */
export async function changeUnsent(db: Db, { nextAttemptAt, attempts, sentAt }: Sending): Promise<void> {
  await db
    .updateTable('mail')
    .set({
      ...(nextAttemptAt && { next_attempt_at: nextAttemptAt }),
      ...(attempts !== undefined && { attempts }),
      ...(sentAt && { sent_at: sentAt }),
    })
    .where('sent_at', 'is', null)
    .execute()
}

type BroadcastMail = {
  readonly to: string
  readonly state: 'waiting' | 'sent' | 'unknown' | 'failed'
  /** A process has claimed it, and may have handed it over. */
  readonly taken: boolean
}

/** Returns the mails of broadcasts. */
export async function broadcastMails(db: Db): Promise<BroadcastMail[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['recipient as to', 'sent_at', 'failed_at', 'outcome_unknown', 'taken_until'])
    .where('broadcast_id', 'is not', null)
    .execute()
  return rows.map(({ to, sent_at, failed_at, outcome_unknown, taken_until }) => ({
    to,
    state: sent_at ? 'sent' : outcome_unknown ? 'unknown' : failed_at ? 'failed' : 'waiting',
    taken: taken_until !== null,
  }))
}

/** As if the time were over for which a killed process holds its mails. */
export async function releaseMails(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ taken_until: now })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('taken_until', '>', now)
    .execute()
}

import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

type UndeliveredMailRow = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly created_at: Date
  readonly attempts: number
  /** Real time; not before the end of its host's pause. */
  readonly nextAttemptAt: Date
  readonly failed_at: Date | null
  readonly last_error: string | null
}

/**
 * Returns a page of the deferred, refused or given up mails, newest first, and their total number. Those with an erased
 * recipient are left out.
 */
export async function readUndeliveredMails(
  db: Kysely<Tables>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: readonly UndeliveredMailRow[] }> {
  const undelivered = db
    .selectFrom('mail')
    .where((mail) =>
      mail.or([
        mail('failed_at', 'is not', null),
        mail.and([
          mail('sent_at', 'is', null),
          // mutant `mail('failed_at', 'is', null),  → `: the index of waiting mails has those alone
          mail('failed_at', 'is', null),
          mail('put_off_since', 'is not', null),
        ]),
      ]),
    )
    .where('recipient', '<>', '')
  const [{ count }, rows] = await Promise.all([
    undelivered.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    undelivered
      .select(['id', 'recipient', 'subject', 'created_at', 'attempts', 'failed_at', 'last_error'])
      .select(
        sql<Date>`greatest(next_attempt_at, (select max(pause.until) from mail_pause as pause
          where pause.scope in ('*', mail.domain)))`.as('nextAttemptAt'),
      )
      .orderBy('created_at', 'desc')
      .orderBy('position', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, rows }
}

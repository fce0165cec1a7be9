import { sql } from 'kysely'
import type { MailFilter, MailState } from '#contract/admin/admin-mail-calls.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { mailState, mayGoElsewhere, maySendAgain } from './mail-state.store.ts'

type MailRow = {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly state: MailState
  readonly created_at: Date
  readonly attempts: number
  /** Real time; not before the end of its host's pause. */
  readonly nextAttemptAt: Date
  readonly sent_at: Date | null
  readonly failed_at: Date | null
  readonly last_error: string | null
  readonly maySendAgain: boolean
  readonly mayGoElsewhere: boolean
}

type Wanted = Omit<MailFilter, 'page'> & Range

/** Conditions on `mail`; those on mails that wait are in the words of its indexes. */
const states = {
  undelivered: sql<boolean>`(mail.failed_at is not null
    or (mail.sent_at is null and mail.failed_at is null and mail.put_off_since is not null))`,
  waiting: sql<boolean>`(mail.sent_at is null and mail.failed_at is null)`,
  refused: sql<boolean>`mail.failed_at is not null`,
  delivered: sql<boolean>`mail.sent_at is not null`,
} as const satisfies Record<NonNullable<MailFilter['state']>, unknown>

/** Returns a page of mails, newest first, and their total number. Those with an erased recipient are left out. */
export async function readMailQueue(
  db: Db,
  { search, state, limit, offset }: Wanted,
): Promise<{ count: number; rows: readonly MailRow[] }> {
  const words = search?.trim().toLowerCase()
  const wanted = db
    .selectFrom('mail')
    .where('recipient', '<>', '')
    .$if(state !== undefined, (query) => query.where(states[state ?? 'waiting']))
    .$if(Boolean(words), (query) =>
      query.where(
        sql<boolean>`(strpos(lower(mail.recipient), ${words}) > 0 or strpos(lower(mail.subject), ${words}) > 0)`,
      ),
    )
  const [{ count }, rows] = await Promise.all([
    wanted.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    wanted
      .select(['id', 'recipient', 'subject', 'created_at', 'attempts', 'sent_at', 'failed_at', 'last_error'])
      .select([
        mailState.as('state'),
        maySendAgain.as('maySendAgain'),
        sql<boolean>`(${maySendAgain} and ${mayGoElsewhere})`.as('mayGoElsewhere'),
        sql<Date>`greatest(next_attempt_at, (select max(pause.until) from mail_pause as pause
          where pause.scope in ('*', mail.domain)))`.as('nextAttemptAt'),
      ])
      .orderBy('created_at', 'desc')
      .orderBy('position', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, rows }
}

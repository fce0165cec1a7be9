import { type Selectable, sql } from 'kysely'
import type { Range } from '#domain/page-size.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type BroadcastRow = Selectable<Tables['broadcast']>

/** What became of the mails of a broadcast. */
export type Outcome = {
  readonly sent: number
  readonly refused: number
  readonly unknown: number
  readonly unsubscribed: number
}

export async function insertBroadcast(
  trx: Trx,
  row: Omit<BroadcastRow, keyof Outcome | 'ended_at' | 'stopped_by'>,
): Promise<void> {
  await trx
    .insertInto('broadcast')
    .values({
      ...row,
      ended_at: null,
      stopped_by: null,
      sent: null,
      refused: null,
      unknown: null,
      unsubscribed: null,
    })
    .execute()
}

/** Returns a page of broadcasts, newest first, with their outcome, and the number of all. */
export async function readBroadcasts(
  db: Db,
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly rows: readonly (BroadcastRow & Outcome)[] }> {
  const { count } = await db
    .selectFrom('broadcast')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('broadcast')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const outcomes = await Promise.all(rows.map((row) => outcomeOf(db, row)))
  return { count, rows: rows.map((row, place) => ({ ...row, ...(outcomes[place] as Outcome) })) }
}

/** Returns the numbers of a broadcast: from its mails while they are kept. */
async function outcomeOf(db: Db, row: BroadcastRow): Promise<Outcome> {
  const { sent, refused, unknown, unsubscribed } = row
  if (sent !== null)
    return { sent, refused: refused ?? 0, unknown: unknown ?? 0, unsubscribed: unsubscribed ?? 0 }
  const { rows } = await sql<Outcome>`
    select count(*) filter (where mail.sent_at is not null)::int as sent,
      count(*) filter (where mail.failed_at is not null and not outcome_unknown and send_before is null)::int as refused,
      count(*) filter (where outcome_unknown)::int as unknown,
      (select count(distinct decision.account_id)::int from newsletter_consent as decision
        join mail as got on got.effect_key = 'newsletter ' || decision.account_id || ' broadcast ' || ${row.id}::text
        where not decision.agreed and decision.at >= got.sent_at) as unsubscribed
    from mail where broadcast_id = ${row.id}`.execute(db)
  return rows[0] ?? { sent: 0, refused: 0, unknown: 0, unsubscribed: 0 }
}

/** Returns the ids of broadcasts that have mails to send. */
export async function runningBroadcasts(db: Db, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('broadcast')
    .select('id')
    .where('ended_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a broadcast that has not ended, and locks it; undefined for any other. */
export function lockRunning(trx: Trx, id: string): Promise<BroadcastRow | undefined> {
  return trx
    .selectFrom('broadcast')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Ends a broadcast. Its mails that no process is handing over are not sent. */
export async function endBroadcast(
  trx: Trx,
  id: string,
  { at, stoppedBy }: { readonly at: Date; readonly stoppedBy: 'admin' | 'refusals' | null },
): Promise<void> {
  await trx
    .updateTable('broadcast')
    .set({ ended_at: at, stopped_by: stoppedBy })
    .where('id', '=', id)
    .execute()
  const unsent = sql<boolean>`broadcast_id = ${id} and sent_at is null and failed_at is null`
  await trx
    .updateTable('mail')
    .set({ send_before: at })
    .where(unsent)
    .where('taken_until', 'is not', null)
    .execute()
  await trx.deleteFrom('mail').where(unsent).where('taken_until', 'is', null).execute()
}

/** Counts the mails of a broadcast that mail servers answered for good, those among them that were refused, and those that wait. */
export async function countAnswers(
  trx: Trx,
  id: string,
): Promise<{ readonly answered: number; readonly refused: number; readonly waiting: number }> {
  const { rows } = await sql<{ answered: number; refused: number; waiting: number }>`
    with counted as (select sent_at, failed_at,
        failed_at is not null and given_up_at is null and not outcome_unknown and send_before is null as refused
      from mail where broadcast_id = ${id})
    select count(*) filter (where sent_at is not null or refused)::int as answered,
      count(*) filter (where refused)::int as refused,
      count(*) filter (where sent_at is null and failed_at is null)::int as waiting
    from counted`.execute(trx)
  return rows[0] ?? { answered: 0, refused: 0, waiting: 0 }
}

/** Counts the mails of all broadcasts that were written after a moment. */
export async function countWritten(trx: Trx, since: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('broadcast_id', 'is not', null)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the broadcasts that ended before a moment and still have their mails, locked. */
export async function lockCounted(trx: Trx, endedBefore: Date): Promise<readonly BroadcastRow[]> {
  return trx
    .selectFrom('broadcast')
    .selectAll()
    .where('sent', 'is', null)
    .where('ended_at', '<', endedBefore)
    .forUpdate()
    .execute()
}

/** Keeps the numbers of a broadcast, and deletes its mails, which name their recipients. */
export async function forgetMailsOf(trx: Trx, row: BroadcastRow): Promise<void> {
  await trx
    .updateTable('broadcast')
    .set(await outcomeOf(trx, row))
    .where('id', '=', row.id)
    .execute()
  await trx.deleteFrom('mail').where('broadcast_id', '=', row.id).execute()
}

import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'

type EventRow = Selectable<Tables['payment_event']>

/** Stores an event, once however often it arrives; true if it is new. Irrelevant events are marked as done at once. */
export async function keepEvent(
  trx: Trx,
  { provider, event, real }: { provider: string; event: PaymentEvent; real: Date },
): Promise<boolean> {
  const kept = await trx
    .insertInto('payment_event')
    .values({
      id: `${provider} ${event.id}`,
      provider,
      type: event.type,
      about: JSON.stringify(event.about),
      received_at: real,
      next_attempt_at: real,
      processed_at: event.about.kind === 'other' ? real : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Claims a due event until `until`; undefined if none is due. */
export async function takeEvent(
  db: Db,
  { real, until }: { real: Date; until: Date },
): Promise<EventRow | undefined> {
  return db
    .updateTable('payment_event')
    .set((set) => ({ next_attempt_at: until, attempts: set('attempts', '+', 1) }))
    .where('id', '=', (due) =>
      due
        .selectFrom('payment_event as due')
        .select('due.id')
        .where('due.processed_at', 'is', null)
        .where('due.next_attempt_at', '<=', real)
        .orderBy('due.next_attempt_at')
        .orderBy('due.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function finishEvent(db: Db, id: string, real: Date): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ processed_at: real, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** Schedules a retry, and stores the error with the event until it succeeds. */
export async function postponeEvent(
  db: Db,
  { id, error, until }: { id: string; error: string; until: Date },
): Promise<void> {
  await db
    .updateTable('payment_event')
    .set({ last_error: error.slice(0, 500), next_attempt_at: until })
    .where('id', '=', id)
    .execute()
}

/** Makes a failing event due at once; returns false if no failing event has this id. */
export async function hastenEvent(trx: Trx, id: string, real: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payment_event')
    .set({ next_attempt_at: real })
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .where('last_error', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts the events that still fail. */
export async function countFailingEvents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('processed_at', 'is', null)
    .where('last_error', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes old events that are done; failing ones are kept until they succeed. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_event').where('processed_at', '<', before).execute()
}

import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables, Trx } from '#server/platform/database/tables.ts'

/**
 * Makes a request while another transaction holds a lock; that one works once the request waits for it (or was answered
 * without waiting) and then commits. Returns the answer. For PostgreSQL only: the embedded database has one connection.
 */
export async function whileHeld<Answer>(
  { db, pool }: Database,
  hold: (trx: Trx) => Promise<void>,
  ask: () => Promise<Answer>,
  work: (trx: Trx) => Promise<unknown>,
): Promise<Answer> {
  // not by inTransaction, in whose scope nothing else may be asked for
  const { answer } = await db.transaction().execute(async (trx) => {
    await hold(trx)
    let isAnswered = false
    const asked = ask().finally(() => {
      isAnswered = true
    })
    while (!isAnswered && !(await isSomebodyWaiting(pool)));
    await work(trx)
    return { answer: asked }
  })
  return answer
}

/** Whether another transaction holds a lock on a row. For PostgreSQL only, too. */
export async function isHeld(
  { pool }: Database,
  table: keyof Tables & string,
  column: string,
  value: string,
): Promise<boolean> {
  const { rows } = await pool.query(
    `select from ${table} where ${column} = $1 for no key update skip locked`,
    [value],
  )
  return rows.length === 0
}

/** Makes writers of a table wait until the transaction ends. */
export async function closeTable(trx: Trx, table: keyof Tables & string): Promise<void> {
  await sql`lock table ${sql.table(table)} in share mode`.execute(trx)
}

/** Resolves once exactly one statement waits for a lock that is like this, a pattern of SQL's `like`. */
export async function untilOneWaits({ pool }: Database, like: string): Promise<void> {
  await vi.waitFor(async () => expect(await waitingStatements(pool, like)).toHaveLength(1), 10_000)
}

async function isSomebodyWaiting(pool: Database['pool']): Promise<boolean> {
  return (await waitingStatements(pool, '%')).length > 0
}

async function waitingStatements(pool: Database['pool'], like: string): Promise<object[]> {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [like],
  )
  return rows
}

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Log } from './engine.ts'
import type { GuardedPool } from './pool.ts'

/** Changes of so many milliseconds are told together: a process that writes all the time tells it fifty times a second. */
const togetherMs = 20

/** Milliseconds before a connection that was lost is tried anew: at first, and at most. */
const retryMs = { first: 500, most: 30_000 }

const channel = 'lectern_changes'

/**
 * Tells the other processes of a PostgreSQL server when this one has changed what is kept, and counts what they tell as a
 * change of `pool`, some milliseconds after they made it. It has a connection of its own, opened by `connect`. While there is
 * none, and behind a proxy that does not pass on what is told, what was kept ends by its age (decisions/020-sessions-and-csrf.md).
 */
export async function shareChanges(
  pool: GuardedPool,
  connect: () => pg.Client,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const own = randomUUID()
  let client: pg.Client | undefined
  let isClosed = false
  let planned: NodeJS.Timeout | undefined
  let retried: NodeJS.Timeout | undefined
  let waitMs = retryMs.first

  const tell = async () => {
    clearTimeout(planned)
    planned = undefined
    // without a connection it is told as soon as there is one
    await client?.query('select pg_notify($1, $2)', [channel, own]).catch(() => {})
  }

  const open = async () => {
    const opened = connect()
    let isLost = false
    const lose = (problem: unknown) => {
      if (isLost || isClosed) return
      isLost = true
      client = undefined
      log.warn(
        { problem: String(problem) },
        'processes cannot tell each other what they have changed for a moment',
      )
      retried = setTimeout(open, waitMs).unref()
      waitMs = Math.min(2 * waitMs, retryMs.most)
    }
    opened.on('error', lose)
    opened.on('end', () => lose('the connection has ended'))
    opened.on('notification', ({ payload }) => {
      if (payload !== own) pool.changes += 1
    })
    try {
      await opened.connect()
      await opened.query(`listen ${channel}`)
    } catch (problem) {
      lose(problem)
    }
    if (isLost || isClosed) return opened.end().catch(() => {})
    client = opened
    waitMs = retryMs.first
    // whatever was done meanwhile, on either side
    pool.changes += 1
    return tell()
  }

  pool.onChange = () => {
    planned ??= setTimeout(tell, togetherMs).unref()
  }
  await open()
  return {
    async close() {
      pool.onChange = () => {}
      if (planned) await tell()
      isClosed = true
      clearTimeout(retried)
      await client?.end().catch(() => {})
    },
  }
}

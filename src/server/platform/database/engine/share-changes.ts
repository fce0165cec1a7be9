import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Log } from './engine.ts'
import type { GuardedPool } from './pool.ts'

/**
 * Changes within so many milliseconds are announced together: a process that writes continually sends fifty
 * notifications a second.
 */
const togetherMs = 20

/** Milliseconds before a lost connection is reopened: first and maximum delay. */
const retryMs = { first: 500, most: 30_000 }

const channel = 'lectern_changes'

/**
 * Notifies the other processes on a PostgreSQL server of changes by this one, and counts their notifications as changes
 * of `pool`; the delay is some milliseconds. Uses a dedicated connection, opened by `connect`. While it is lost, and
 * behind a proxy without LISTEN, cached rows expire by age (decisions/020-sessions-and-csrf.md).
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
    // sent once a connection is open again
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
    // changes of either side may have been missed
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

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
  let told = Promise.resolve()

  // one after the other: what changes while a slow server is told is announced by the next one
  const tell = () => {
    clearTimeout(planned)
    told = told.then(async () => {
      planned = undefined
      // sent once a connection is open again
      await client?.query('select pg_notify($1, $2)', [channel, own]).catch(() => {})
    })
    return told
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
      retries.wait()
    }
    await listen(opened, lose, (from) => {
      if (from !== own) pool.changes += 1
    })
    if (isLost || isClosed) return opened.end().catch(() => {})
    client = opened
    retries.reset()
    // changes of either side may have been missed
    pool.changes += 1
    return tell()
  }

  const retries = growingWaits(open)
  pool.onChange = () => {
    planned ??= setTimeout(tell, togetherMs).unref()
  }
  await open()
  return {
    async close() {
      pool.onChange = () => {}
      await (planned ? tell() : told)
      isClosed = true
      retries.stop()
      await client?.end().catch(() => {})
    },
  }
}

/** Connects and listens; `lose` is called for a failure, then or later. */
async function listen(
  client: pg.Client,
  lose: (problem: unknown) => void,
  hear: (from: string | undefined) => void,
): Promise<void> {
  client.on('error', lose)
  client.on('end', () => lose('the connection has ended'))
  client.on('notification', ({ payload }) => hear(payload))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (problem) {
    lose(problem)
  }
}

/** Runs `work` after a wait that doubles each time, until `reset`. */
function growingWaits(work: () => unknown) {
  let timer: NodeJS.Timeout | undefined
  let waitMs = retryMs.first
  return {
    wait() {
      timer = setTimeout(work, waitMs).unref()
      waitMs = Math.min(2 * waitMs, retryMs.most)
    },
    reset() {
      waitMs = retryMs.first
    },
    stop: () => clearTimeout(timer),
  }
}

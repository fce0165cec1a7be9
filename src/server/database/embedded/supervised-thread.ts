import type { Log } from '#server/database/engine/engine.ts'
import { startThread, type ThreadLink } from './thread-link.ts'
import type { ThreadSettings } from './thread-messages.ts'
import { Wire } from './wire.ts'

/** The embedded database, kept alive: its thread is ended and opened again when it hangs or breaks. */
export type SupervisedThread = {
  /** A new connection for the driver; the one before it is no longer listened to. */
  connect(): Wire
  withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result>
  /** How often files have been forced to the disk since the thread was opened. */
  countSyncs(): Promise<number>
  /** Closes the database in order (its files then need no recovery) and ends the thread. */
  close(): Promise<void>
}

export type Limits = {
  /** Milliseconds a statement may take; PostgreSQL's own limit does not work in this build. */
  readonly statementMs: number
  /** Milliseconds a transaction may stand still: it holds the only connection. */
  readonly idleTransactionMs: number
}

/** Milliseconds between two looks at what is running. */
const watchEveryMs = 250

/** Milliseconds that closing in order may take before the thread is simply ended, which costs no committed data. */
const closeWithinMs = 15_000

/** Opens the embedded database in a thread of its own; rejects when the directory cannot be opened. */
export async function openThread(
  settings: ThreadSettings,
  limits: Limits,
  log: Log,
): Promise<SupervisedThread> {
  let current: Promise<ThreadLink> | undefined
  let wire: Wire | undefined
  let connections = 0
  let unlimited = 0
  let outstandingReplies = 0
  let lastChange = performance.now()
  let seenOverdue = false
  let closed = false

  function thread(): Promise<ThreadLink> {
    if (closed) return Promise.reject(new Error('The embedded database is closed.'))
    current ??= start()
    return current
  }

  function start(): Promise<ThreadLink> {
    outstandingReplies = 0
    const starting: Promise<ThreadLink> = startThread(settings, {
      onReply: (connection, bytes) => {
        if (current !== starting) return
        changed(-1)
        if (connection === connections) wire?.receive(bytes)
      },
      onBroken: (reason) => {
        if (current !== starting) return
        current = undefined
        log.error({ reason }, 'the embedded database broke and is opened again')
        wire?.destroy(failure('XX000', `The embedded database stopped: ${reason}`))
      },
    })
    // what does not open now may open at the next attempt, when there is room on the disk again
    starting.catch(() => {
      if (current === starting) current = undefined
    })
    return starting
  }

  function connect(): Wire {
    connections += 1
    const connection = connections
    const link = thread()
    wire = new Wire({
      started: async () => void (await link),
      send: (bytes) => {
        changed(+1)
        void link.then((open) => open.send(connection, bytes))
      },
    })
    return wire
  }

  function changed(replies: number): void {
    outstandingReplies += replies
    lastChange = performance.now()
    seenOverdue = false
  }

  function watch(): void {
    const quietMs = performance.now() - lastChange
    if (unlimited > 0) return
    if (outstandingReplies > 0 && quietMs > limits.statementMs) {
      // Believed when seen twice: after a pause of the whole process the reply may already be on its way.
      if (seenOverdue) endStatement()
      seenOverdue = !seenOverdue
    } else if (outstandingReplies === 0 && quietMs > limits.idleTransactionMs && wire?.inTransaction) {
      wire.destroy(failure('25P03', 'The transaction stood still for too long and was ended.'))
      wire = undefined
    }
  }

  function endStatement(): void {
    const hanging = current
    current = undefined
    log.error(
      { limitMs: limits.statementMs },
      'a statement took too long; the embedded database is opened again',
    )
    void hanging?.then((link) => link.terminate())
    wire?.destroy(failure('57014', 'The statement took too long and was ended.'))
  }

  await thread()
  const watcher = setInterval(watch, watchEveryMs).unref()

  return {
    connect,
    countSyncs: async () => (await thread()).countSyncs(),
    withoutTimeLimit: async (work) => {
      unlimited += 1
      try {
        return await work()
      } finally {
        unlimited -= 1
        lastChange = performance.now()
      }
    },
    close: async () => {
      closed = true
      clearInterval(watcher)
      const link = await current?.catch(() => undefined)
      if (!link) return
      await Promise.race([link.close(), new Promise((late) => setTimeout(late, closeWithinMs).unref())])
      await link.terminate()
    },
  }
}

/** An error as a PostgreSQL server would have sent it. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

import type { Log } from '#server/platform/database/engine/engine.ts'
import { DriverSocket } from './driver-socket.ts'
import { startThread, type ThreadLink } from './thread-link.ts'
import type { ThreadSettings } from './thread-messages.ts'

export type Limits = {
  /** Milliseconds that a statement may take; PostgreSQL's statement_timeout does not work in this build. */
  readonly statementMs: number
  /** Milliseconds that a transaction may be idle: it holds the only connection. */
  readonly idleTransactionMs: number
}

/** Milliseconds between checks of the running statement. */
const watchEveryMs = 250

/** Milliseconds that an orderly shutdown may take before the thread is terminated, which loses no committed data. */
const closeWithinMs = 15_000

/** Opens the embedded database in a thread; rejects when the directory cannot be opened. */
export async function openThread(
  settings: ThreadSettings,
  limits: Limits,
  log: Log,
): Promise<SupervisedThread> {
  const thread = new SupervisedThread(settings, limits, log)
  await thread.open()
  return thread
}

/** The embedded database under supervision: its thread is restarted when it hangs or breaks. */
export class SupervisedThread {
  readonly #settings: ThreadSettings
  readonly #limits: Limits
  readonly #log: Log
  #current: Promise<ThreadLink> | undefined
  #socket: DriverSocket | undefined
  #connections = 0
  /** Number of running tasks without a time limit. */
  #unlimited = 0
  #outstandingReplies = 0
  #lastChange = performance.now()
  #seenOverdue = false
  #closed = false
  #watcher: NodeJS.Timeout | undefined

  constructor(settings: ThreadSettings, limits: Limits, log: Log) {
    this.#settings = settings
    this.#limits = limits
    this.#log = log
  }

  async open(): Promise<void> {
    await this.#thread()
    this.#watcher = setInterval(() => this.#watch(), watchEveryMs).unref()
  }

  /** Opens a new connection for the driver; the previous one is ignored from then on. */
  connect(): DriverSocket {
    this.#connections += 1
    const connection = this.#connections
    const link = this.#thread()
    this.#socket = new DriverSocket({
      started: async () => void (await link),
      send: (bytes) => {
        this.#changed(+1)
        void link.then((open) => open.send(connection, bytes))
      },
    })
    return this.#socket
  }

  async withoutTimeLimit<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#unlimited += 1
    try {
      return await work()
    } finally {
      this.#unlimited -= 1
      this.#lastChange = performance.now()
    }
  }

  /** Returns the number of fsyncs since the thread was opened. */
  async countSyncs(): Promise<number> {
    return (await this.#thread()).countSyncs()
  }

  /** Shuts the database down (its files then need no recovery) and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#watcher)
    const link = await this.#current?.catch(() => undefined)
    if (!link) return
    await Promise.race([link.close(), new Promise((late) => setTimeout(late, closeWithinMs).unref())])
    await link.terminate()
  }

  #thread(): Promise<ThreadLink> {
    if (this.#closed) return Promise.reject(new Error('The embedded database is closed.'))
    this.#current ??= this.#start()
    return this.#current
  }

  #start(): Promise<ThreadLink> {
    this.#outstandingReplies = 0
    const starting: Promise<ThreadLink> = startThread(this.#settings, {
      onReply: (connection, bytes) => {
        if (this.#current !== starting) return
        this.#changed(-1)
        if (connection === this.#connections) this.#socket?.receive(bytes)
      },
      onBroken: (reason) => {
        if (this.#current !== starting) return
        this.#current = undefined
        this.#log.error({ reason }, 'the embedded database broke and is opened again')
        this.#socket?.destroy(failure('XX000', `The embedded database stopped: ${reason}`))
      },
    })
    // a failed start is retried: the disk may have space again
    starting.catch(() => {
      if (this.#current === starting) this.#current = undefined
    })
    return starting
  }

  #changed(replies: number): void {
    this.#outstandingReplies += replies
    this.#lastChange = performance.now()
    this.#seenOverdue = false
  }

  #watch(): void {
    if (this.#unlimited > 0) return
    const quietMs = performance.now() - this.#lastChange
    if (this.#outstandingReplies > 0 && quietMs > this.#limits.statementMs) {
      // Only trusted when seen twice: after a pause of the whole process the reply may already be under way.
      if (this.#seenOverdue) this.#endStatement()
      this.#seenOverdue = !this.#seenOverdue
    } else if (
      this.#outstandingReplies === 0 &&
      quietMs > this.#limits.idleTransactionMs &&
      this.#socket?.inTransaction
    ) {
      this.#socket.destroy(failure('25P03', 'The transaction stood still for too long and was ended.'))
      this.#socket = undefined
    }
  }

  #endStatement(): void {
    const hanging = this.#current
    this.#current = undefined
    this.#log.error(
      { limitMs: this.#limits.statementMs },
      'a statement took too long; the embedded database is opened again',
    )
    void hanging?.then((link) => link.terminate())
    this.#socket?.destroy(failure('57014', 'The statement took too long and was ended.'))
  }
}

/** An error in the form of a PostgreSQL server's. */
function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { countChanges } from './count-changes.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'

/**
 * The pool of either engine. It refuses a second connection inside a transaction at once: on the embedded database with
 * its single connection such a query would deadlock, and on PostgreSQL it would not see the transaction's writes.
 */
export class GuardedPool extends pg.Pool {
  /** Grows with every known change: rows cached at a lower count are stale. */
  changes = 0
  /** Called after each change by this process. */
  onChange = () => {}

  constructor(settings: pg.PoolConfig, onLostConnection: (problem: Error) => void) {
    super({ types: columnTypes, ...settings })
    // Without a listener a lost connection, idle or in use, would end the process.
    this.on('error', onLostConnection)
    this.on('connect', (client) => {
      client.on('error', () => {})
      countChanges(client, () => {
        this.changes += 1
        this.onChange()
      })
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    try {
      assertOutsideTransaction()
    } catch (problem) {
      if (!callback) return Promise.reject(problem)
      callback(problem instanceof Error ? problem : new Error(String(problem)), undefined, () => {})
      return undefined
    }
    if (!callback) return super.connect()
    super.connect(callback)
    return undefined
  }
}

type ConnectCallback = (
  problem: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

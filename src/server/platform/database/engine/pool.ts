import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { countChanges } from './count-changes.ts'
import { assertOutsideTransaction } from './transaction-scope.ts'

/**
 * The pool of either engine. It refuses at once to hand out a second connection inside a transaction: on the embedded
 * database, which has one connection, such a query would wait for itself, and on PostgreSQL it would not see what the
 * transaction has written.
 */
export class GuardedPool extends pg.Pool {
  /** Grows with every change that is known of: what was kept of rows before it must not be used after it. */
  changes = 0
  /** Called whenever this process has made a change. */
  onChange = () => {}

  constructor(settings: pg.PoolConfig, onLostConnection: (problem: Error) => void) {
    super({ types: columnTypes, ...settings })
    // Without a listener the loss of an idle connection, or of one in use, would end the process.
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

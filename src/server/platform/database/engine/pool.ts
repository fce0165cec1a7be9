import pg from 'pg'
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

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, wholeNumber],
  [pg.types.builtins.DATE, (day) => day],
  [oidOfArrayOf('int8'), (list) => parseList(list).map((item) => (item === null ? null : wholeNumber(item)))],
  [oidOfArrayOf('date'), parseList],
])

/**
 * Parsers of column values, the same on both engines: bigint becomes a number (an error above 2^53, where precision
 * would be lost), date stays text `YYYY-MM-DD`, timestamptz becomes a `Date`, numeric stays text.
 */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The whole number ${text} is too large for a number.`)
  return value
}

function oidOfArrayOf(element: 'int8' | 'date'): number {
  return { int8: 1016, date: 1182 }[element]
}

/** Parses PostgreSQL's text form of an array of simple words: `{1,NULL,3}`. */
function parseList(text: string): (string | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map((item) => (item === 'NULL' ? null : item))
}

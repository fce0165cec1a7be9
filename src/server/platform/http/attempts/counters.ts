import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { derivedKey } from '#server/platform/runtime/derived-key.ts'

/** Creates a counter of attempts by key. Its name must be unique. */
export type Counters = (name: string, bound: CounterBound) => RateLimiterAbstract

/** Number of points per time window, which begins with a key's first attempt. */
type CounterBound = { readonly points: number; readonly durationSeconds: number }

/** In-process counters: for the embedded database, which has a single process anyway. */
export const memoryCounters: Counters = (_name, { points, durationSeconds }) =>
  new RateLimiterMemory({ points, duration: durationSeconds })

/**
 * Counters shared by all processes on a PostgreSQL server: a second process allows no more guesses. While the database
 * is unavailable, each process counts for itself.
 */
export function countersOf(of: { database: Database; config: Config; log: FastifyBaseLogger }): Counters {
  const { database, config, log } = of
  if (database.kind === 'embedded') return memoryCounters
  const secret = derivedKey(config.appSecret, 'attempt counts')
  return (name, bound) =>
    new SharedCounter(secret, {
      storeClient: clientOver(database, log),
      storeType: 'pool',
      tableName: 'attempt_count',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: bound.points,
      duration: bound.durationSeconds,
      insuranceLimiter: memoryCounters(name, bound),
    })
}

/** Stores keys as HMACs, so that the table contains no mail or network address. */
class SharedCounter extends RateLimiterPostgres {
  readonly #secret: Buffer

  constructor(secret: Buffer, options: ConstructorParameters<typeof RateLimiterPostgres>[0]) {
    super(options)
    this.#secret = secret
  }

  override getKey(key: string | number): string {
    const whom = createHmac('sha256', this.#secret).update(String(key)).digest('base64url')
    return `${this.keyPrefix} ${whom}`
  }
}

/** The pool interface that the library expects. */
function clientOver({ pool }: Database, log: FastifyBaseLogger) {
  return {
    query: (query: { name?: string; text: string; values: unknown[] }) =>
      pool.query(query).catch((error: unknown) => {
        log.warn({ err: error }, 'attempts are counted by this process alone while the database is away')
        throw error
      }),
  }
}

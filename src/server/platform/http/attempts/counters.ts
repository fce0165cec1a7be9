import { createHmac } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '#server/platform/database/database.ts'
import { derivedKey } from '#server/platform/runtime/derived-key.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Makes a counter of attempts by key. Its name is its own. */
export type Counters = (name: string, bound: CounterBound) => RateLimiterAbstract

/** So many points, within some time that begins with a key's first. */
type CounterBound = { readonly points: number; readonly durationSeconds: number }

/** Counters of this process alone: on the embedded database, which belongs to one process anyway. */
export const memoryCounters: Counters = (_name, { points, durationSeconds }) =>
  new RateLimiterMemory({ points, duration: durationSeconds })

/**
 * Counters that all processes of a site share, where its database is a PostgreSQL server: a second process gives nobody
 * more guesses. While the database is away, each process counts by itself.
 */
export function countersOf(services: Pick<Services, 'database' | 'config' | 'log'>): Counters {
  const { database, config, log } = services
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

/** Stores whom it counts as an HMAC: addresses of mail and network can be read nowhere in the table. */
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

/** What the library asks of a pool. */
function clientOver({ pool }: Database, log: Services['log']) {
  return {
    query: (query: { name?: string; text: string; values: unknown[] }) =>
      pool.query(query).catch((error: unknown) => {
        log.warn({ err: error }, 'attempts are counted by this process alone while the database is away')
        throw error
      }),
  }
}

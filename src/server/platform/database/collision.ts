import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseConnection, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely'

/** Attempts at a transaction when PostgreSQL reports a serialisation failure or deadlock. */
const attempts = 5

/** serialization_failure and deadlock_detected: the transaction was rolled back and can be retried. */
const collisions = new Set(['40001', '40P01'])

/**
 * Runs `work`, a whole transaction, and retries it on serialisation failures and deadlocks: five attempts, with a delay
 * between them.
 */
export async function retryCollisions<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (problem) {
      if (attempt === attempts || !isCollision(problem)) throw problem
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

function isCollision(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && collisions.has(String(problem.code))
}

/**
 * PostgreSQL's dialect with retries of single statements, which are transactions and can deadlock too (two that update
 * the same rows in different order). Inside a transaction nothing is retried: the rollback also undoes the statements
 * before.
 */
export class PatientDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new PatientDriver(this.#config)
  }
}

class PatientDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (...query) =>
      this.#inTransaction.has(connection) ? execute(...query) : retryCollisions(() => execute(...query))
    return connection
  }

  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#inTransaction.add(connection)
    return super.beginTransaction(connection, settings)
  }

  override releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]): Promise<void> {
    this.#inTransaction.delete(connection)
    return super.releaseConnection(connection)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { insideTransaction } from '#server/database/engine/transaction-scope.ts'
import type { Tables } from './tables.ts'

/** How often a transaction is tried when PostgreSQL says that it collided with another one. */
const attempts = 5

/** serialization_failure and deadlock_detected: the transaction was rolled back and may simply be run again. */
const collisions = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction: all of its writes or none. It must use the handle it is given (the pool throws at
 * once inside), must not nest, and must not act on the outside world, because it is run again when it collides with
 * another transaction (up to five times). What it throws rolls everything back and is thrown on.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
  isolation: IsolationLevel = 'read committed',
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, afterCommit } = await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute((trx) => insideTransaction(() => work(trx)))
      for (const hook of afterCommit) hook()
      return result
    } catch (problem) {
      if (attempt === attempts || !isCollision(problem)) throw problem
      await wait(Math.random() * 20 * 2 ** attempt)
    }
  }
}

function isCollision(problem: unknown): boolean {
  return problem instanceof Error && 'code' in problem && collisions.has(String(problem.code))
}

import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import { insideTransaction } from '#server/platform/database/engine/transaction-scope.ts'
import { retryCollisions } from './collision.ts'
import type { Tables } from './tables.ts'

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
  const { result, afterCommit } = await retryCollisions(() =>
    db
      .transaction()
      .setIsolationLevel(isolation)
      .execute((trx) => insideTransaction(() => work(trx))),
  )
  for (const hook of afterCommit) hook()
  return result
}

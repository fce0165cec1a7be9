import type { IsolationLevel } from 'kysely'
import { insideTransaction } from '#server/platform/database/engine/transaction-scope.ts'
import { retryCollisions } from './collision.ts'
import type { Db, Trx } from './tables.ts'

/**
 * Runs `work` in one transaction. It must use the given handle (the pool throws inside), must not nest, and must have
 * no external effects, because it is retried up to five times on serialisation failures and deadlocks. An exception
 * rolls back and is rethrown.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (trx: Trx) => Promise<Result>,
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

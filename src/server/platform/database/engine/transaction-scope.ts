import { AsyncLocalStorage } from 'node:async_hooks'

/** The current transaction; `open` becomes false at its end, for work that outlives it. */
type TransactionScope = { open: boolean; readonly afterCommit: (() => void)[] }

const scopes = new AsyncLocalStorage<TransactionScope>()

/** Runs `work` inside a transaction; the caller must call the `afterCommit` hooks once it is committed. */
export async function insideTransaction<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; afterCommit: readonly (() => void)[] }> {
  const scope: TransactionScope = { open: true, afterCommit: [] }
  try {
    return { result: await scopes.run(scope, work), afterCommit: scope.afterCommit }
  } finally {
    scope.open = false
  }
}

/** Calls `hook` after the commit of the current transaction, immediately outside of one, never after a rollback. */
export function afterCommit(hook: () => void): void {
  const scope = scopes.getStore()
  if (scope?.open) scope.afterCommit.push(hook)
  else hook()
}

/** Throws when called inside a transaction, whose handle must be used in place of the pool. */
export function assertOutsideTransaction(): void {
  if (scopes.getStore()?.open) {
    throw new Error(
      'A query went past the transaction it stands in: use the handle that inTransaction() passes.',
    )
  }
}

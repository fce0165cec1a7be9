import type { Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { afterCommit } from '#server/database/engine/transaction-scope.ts'
import type { Tables } from '#server/database/tables.ts'
import { removeGrantsOf } from './playback-grant.store.ts'

/**
 * Ends what users are watching: their grants go with the transaction, and from its commit on this process asks anew
 * before it sends a byte (another one within ten seconds, decisions/050-playback-grants.md).
 */
export async function endPlayback(
  trx: Transaction<Tables>,
  { database }: { readonly database: Database },
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await removeGrantsOf(trx, userIds)
  afterCommit(() => {
    for (const forget of memories.get(database) ?? []) forget()
  })
}

/** Has `forget` called whenever rights that were looked up may have ended. */
export function whenPlaybackEnds(database: Database, forget: () => void): void {
  memories.set(database, (memories.get(database) ?? new Set()).add(forget))
}

const memories = new WeakMap<Database, Set<() => void>>()

import type { Transaction } from 'kysely'
import { isMediumInUse } from '#server/code-host/avatar.store.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'

/** The name that jobs already queued carry. */
const jobName = 'forget-media'

/**
 * Has bytes deleted from the media store that no row names any more, once the caller's transaction is committed: by a
 * job, so that a process that dies in between leaves nobody's picture behind.
 */
export async function deleteUnusedMedia(
  trx: Transaction<Tables>,
  { queue }: Pick<Services, 'queue'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await queue.enqueue(trx, jobName, { keys })
}

/** Says who deletes them. The same picture may be another user's as well; then it stays. */
export async function startMediaDeletion({ queue, database, media }: Services): Promise<void> {
  await queue.work<{ keys: readonly string[] }>(jobName, async ({ keys }) => {
    for (const key of keys) if (!(await isMediumInUse(database.db, key))) await media.delete(key)
  })
}

import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { isMediumNamed } from './purge.store.ts'

const jobName = 'forget-media'

/**
 * Has bytes deleted from the media store that no row names any more, once the caller's transaction is committed: by a
 * job, so that a process that dies in between leaves nobody's picture behind.
 */
export async function forgetMedia(
  trx: Transaction<Tables>,
  { queue }: Pick<Services, 'queue'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length > 0) await queue.enqueue(trx, jobName, { keys })
}

/** Says who deletes them. The same picture may be another user's as well; then it stays. */
export async function startForgettingMedia({ queue, database, media }: Services): Promise<void> {
  await queue.work<{ keys: readonly string[] }>(jobName, async ({ keys }) => {
    for (const key of keys) if (!(await isMediumNamed(database.db, key))) await media.delete(key)
  })
}

import { forgetMediaJob } from '#server/accounts/forget-media.ts'
import { isMediumInUse } from '#server/code-host/avatar.store.ts'
import type { Services } from '#server/services/services.ts'

/** Says who deletes bytes that no row names any more. The same picture may be another user's as well; then it stays. */
export async function startMediaDeletion({ queue, database, media }: Services): Promise<void> {
  await queue.work<{ keys: readonly string[] }>(forgetMediaJob, async ({ keys }) => {
    for (const key of keys) if (!(await isMediumInUse(database.db, key))) await media.delete(key)
  })
}

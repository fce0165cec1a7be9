import { forgetMediaJob } from '#server/identity/accounts/forget-media.ts'
import { deleteUnlessNamed } from '#server/library/unused-media/keep-media.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Says who deletes bytes that no row names any more. The same picture may be another user's as well; then it stays. */
export async function startMediaDeletion(services: Services): Promise<void> {
  await services.queue.work<{ keys: readonly string[] }>(forgetMediaJob, async ({ keys }) => {
    for (const key of keys) await deleteUnlessNamed(services, key)
  })
}

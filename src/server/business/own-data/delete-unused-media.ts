import { forgetMediaJob } from '#server/identity/accounts/forget-media.ts'
import { deleteUnlessNamed } from '#server/library/unused-media/keep-media.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Registers the worker that deletes unreferenced bytes. A picture that another user has as well stays. */
export async function startMediaDeletion(
  services: Pick<Services, 'database' | 'media' | 'queue'>,
): Promise<void> {
  await services.queue.work<{ keys: readonly string[] }>(forgetMediaJob, async ({ keys }) => {
    for (const key of keys) await deleteUnlessNamed(services, key)
  })
}

import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import type { Services } from '#server/platform/services/services.ts'
import { deleteStale, withoutRow } from './upload.store.ts'

/** How long an upload waits for its next part: long enough to go on tomorrow. */
const staleAfterMs = 48 * 60 * 60 * 1000

export const uploadsUpkeep: readonly UpkeepStep[] = [
  {
    name: 'remove-stale-uploads',
    every: 'hour',
    clearsAway: true,
    run: async (services) => void (await removeStaleUploads(services)),
  },
]

/** Deletes incomplete uploads without a part for 48 hours, and files as old that no upload owns. */
export async function removeStaleUploads({
  database: { db },
  config,
  clock,
}: Pick<Services, 'database' | 'config' | 'clock'>): Promise<void> {
  const before = new Date(clock.real().getTime() - staleAfterMs)
  const folder = uploadFolder(config.mediaFolder)
  const stale = await deleteStale(db, before)
  const unowned = await withoutRow(db, await folder.olderThan(before))
  for (const id of new Set([...stale, ...unowned])) await folder.remove(id)
}

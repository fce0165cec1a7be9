import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { removeExpiredGrants } from './playback-grant.store.ts'
import { removeExpiredPreviewLinks } from './preview-link.store.ts'

export const watchingUpkeep: readonly UpkeepStep[] = [
  {
    name: 'forget-expired-grants',
    every: 'hour',
    clearsAway: true,
    run: async (services) => void (await forgetExpiredGrants(services)),
  },
]

/** Deletes expired playback grants and preview links; returns the number of grants. */
export async function forgetExpiredGrants({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  await removeExpiredPreviewLinks(database.db, clock.real())
  return removeExpiredGrants(database.db, clock.real())
}

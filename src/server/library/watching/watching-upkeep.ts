import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { removeExpiredGrants } from './playback-grant.store.ts'

export const watchingUpkeep: readonly UpkeepStep[] = [
  {
    name: 'forget-expired-grants',
    every: 'hour',
    clearsAway: true,
    run: async (services) => void (await forgetExpiredGrants(services)),
  },
]

/** Deletes expired playback grants; returns their number. */
export function forgetExpiredGrants({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<number> {
  return removeExpiredGrants(database.db, clock.real())
}

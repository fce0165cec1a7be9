import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteExpiredChallenges } from './passkey-challenge.store.ts'

export const passkeysUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-expired-challenges',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredChallenges(database.db, clock.real()),
  },
]

import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteExpiredAttempts } from './code-host.store.ts'

export const codeHostUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-expired-sign-in-attempts',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredAttempts(database.db, clock.real()),
  },
]

import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { forgetExpiredGrants } from './forget-expired-grants.ts'

export const watchingUpkeep: readonly UpkeepStep[] = [
  {
    name: 'forget-expired-grants',
    every: 'hour',
    run: async (services) => void (await forgetExpiredGrants(services)),
  },
]

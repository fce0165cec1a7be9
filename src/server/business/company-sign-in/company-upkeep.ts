import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteExpiredCompanyAttempts } from './company-session.store.ts'
import { refreshCompanySessions } from './keep-sessions.ts'
import { lookUpAgain } from './prove-domain.ts'

export const companyUpkeep: readonly UpkeepStep[] = [
  { name: 'refresh-company-sessions', every: 'minute', apart: true, run: refreshCompanySessions },
  { name: 'look-up-company-domains', every: 'hour', apart: true, run: lookUpAgain },
  {
    name: 'delete-expired-company-attempts',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredCompanyAttempts(database.db, clock.real()),
  },
]

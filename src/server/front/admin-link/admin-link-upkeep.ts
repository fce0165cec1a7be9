import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteExpiredAdminLink } from './admin-link.store.ts'

export const adminLinkUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-expired-admin-link',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredAdminLink(database.db, clock.real()),
  },
]

import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteUnseenBrowsers } from './known-browser.store.ts'
import { deleteExpiredSessions } from './session.store.ts'

export const sessionsUpkeep: readonly UpkeepStep[] = [
  {
    name: 'delete-expired-sessions',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteExpiredSessions(database, clock.real()),
  },
  {
    name: 'delete-unseen-browsers',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteUnseenBrowsers(database.db, daysBefore(clock.real(), 400)),
  },
]

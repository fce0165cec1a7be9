import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { sendInvitations } from './invite-people.ts'
import { forgetLists } from './people-import.store.ts'

const keptMs = 86_400_000

export const movingInUpkeep: readonly UpkeepStep[] = [
  { name: 'send-invitations', every: 'minute', run: sendInvitations },
  { name: 'forget-people-lists', every: 'hour', clearsAway: true, run: forgetOldLists },
]

/** Lists of people are kept for 24 hours, with the rows that were not imported. */
async function forgetOldLists({ database, clock }: Services): Promise<void> {
  await forgetLists(database.db, new Date(clock.now().getTime() - keptMs))
}

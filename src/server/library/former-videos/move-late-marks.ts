import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { formerNamesSince, moveMarks } from './former-video.store.ts'

/** Other processes notice an import after some seconds; until then they write under the former name. */
const lateMs = 60 * 60_000

export const formerVideosUpkeep: readonly UpkeepStep[] = [
  { name: 'move-late-marks', every: 'minute', run: moveLateMarks },
]

/** Moves what was written under a video's former name after the import that renamed it. */
async function moveLateMarks({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const since = new Date(clock.real().getTime() - lateMs)
  for (const name of await formerNamesSince(database.db, since))
    await inTransaction(database.db, (trx) => moveMarks(trx, name))
}

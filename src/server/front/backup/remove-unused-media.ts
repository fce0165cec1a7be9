import { stat } from 'node:fs/promises'
import { lockImports, noteUnused, takeUnused } from '#server/library/unused-media/unused-media.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, type StepOutcome, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { placesOfBackup } from './backup-places.ts'

/** Days for which unreferenced media are kept, on the real clock: they may be in use, or referenced again. */
const keptDays = 7
/** Files that are deleted per lock, while imports wait. */
const maxPerLock = 100
/** A backup that takes longer has crashed. */
const maxBackupMs = 24 * 60 * 60_000

export const unusedMediaUpkeep: readonly UpkeepStep[] = [
  { name: 'remove-unused-media', every: 'hour', clearsAway: true, apart: true, run: removeUnusedMedia },
]

/**
 * Records which media are unreferenced, and deletes those unreferenced for 7 days. While a backup runs, all are kept.
 * Files are deleted before the commit: a concurrent reference waits for it, and then copies the file again
 * (keep-media.ts).
 */
export async function removeUnusedMedia(
  services: Pick<Services, 'database' | 'media' | 'clock' | 'stopping'> & {
    readonly config: Pick<Services['config'], 'dataDir'>
  },
): Promise<StepOutcome> {
  const { database, media, clock, stopping, config } = services
  const now = clock.real()
  await inTransaction(database.db, async (trx) => {
    await lockImports(trx)
    await noteUnused(trx, await media.keys(), now)
  })
  if (await isBackupRunning(config.dataDir, now)) return 'held-back'
  const before = daysBefore(now, keptDays)
  for (;;) {
    if (stopping.aborted) return 'held-back'
    const removed = await inTransaction(database.db, async (trx) => {
      await lockImports(trx)
      const keys = await takeUnused(trx, before, maxPerLock)
      for (const key of keys) await media.delete(key)
      return keys.length
    })
    if (removed < maxPerLock) return 'done'
  }
}

async function isBackupRunning(dataDir: string, now: Date): Promise<boolean> {
  const begun = await stat(placesOfBackup(dataDir).copy).catch(() => undefined)
  return begun !== undefined && now.getTime() - begun.mtimeMs < maxBackupMs
}

import { join } from 'node:path'
import { copyDatabaseOnRequest } from '#server/front/backup/copy-database.ts'
import { makeBackup } from '#server/front/backup/make-backup.ts'
import { verifyBackup } from '#server/front/backup/read-backup.ts'
import type { Services } from '#server/platform/services/services.ts'
import { backupAt, makeBackupFolder, markVerified } from './backup-files.ts'
import { readBackupState, writeBackupState } from './backup-state.store.ts'

/** The job that makes a backup; its payload is `{file}`. */
export const makeBackupJob = 'make-backup'

/** Registers the worker that makes backups, one at a time. */
export async function startBackupJob(services: Services): Promise<void> {
  await services.queue.work<{ file: string }>(makeBackupJob, ({ file }) => makeAtDesk(services, file), {
    expireInSeconds: 24 * 3_600,
  })
}

/**
 * Makes a backup in the folder of backups, verifies it, and stores the outcome. A failure is not repeated: the admin is told, and
 * decides. After a kill the job runs again, and replaces what is unfinished.
 */
async function makeAtDesk(services: Services, file: string): Promise<void> {
  const { clock, config, database, log } = services
  const { dataDir, databaseUrl, mediaFolder, appSecret, backupFolder } = config
  const copyEmbedded = (folder: string) => copyDatabaseOnRequest(services, { folder })
  const path = join(backupFolder, file)
  let problem: string | null = null
  try {
    await makeBackupFolder(backupFolder)
    const source = { dataDir, databaseUrl, mediaFolder, appSecret, copyEmbedded }
    // it was complete when its process was killed
    if (!(await backupAt(backupFolder, file)))
      await makeBackup(source, { path, now: clock.real(), report: () => undefined })
    await verifyBackup(path, () => undefined)
    await markVerified(backupFolder, file)
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
    log.error({ err: error, file }, 'a backup could not be made')
  }
  const state = await readBackupState(database.db)
  if (state?.file !== file) return
  await writeBackupState(database.db, { ...state, endedAt: clock.real(), problem })
}

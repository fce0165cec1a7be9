import { copyDatabaseOnRequest } from '#server/front/backup/copy-database.ts'
import { makeKeptBackup } from '#server/front/backup/make-kept-backup.ts'
import type { Services } from '#server/platform/services/services.ts'
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
 * Makes a backup as `makeKeptBackup`, and stores the outcome. A failure is not repeated: the admin is told, and
 * decides. After a kill the job runs again, and replaces what is unfinished.
 */
async function makeAtDesk(services: Services, file: string): Promise<void> {
  const { clock, config, database, log } = services
  const { dataDir, databaseUrl, mediaFolder, appSecret, backupFolder: folder, backupKeep: keep } = config
  const copyEmbedded = (to: string) => copyDatabaseOnRequest(services, { folder: to })
  let problem: string | null = null
  try {
    const source = { dataDir, databaseUrl, mediaFolder, appSecret, copyEmbedded }
    await makeKeptBackup(source, {
      folder,
      file,
      // it can be downloaded, and is whole
      keepsMediaBeside: false,
      keep,
      now: clock.real(),
      report: () => undefined,
    })
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
    log.error({ err: error, file }, 'a backup could not be made')
  }
  const state = await readBackupState(database.db)
  if (state?.file !== file) return
  await writeBackupState(database.db, { ...state, endedAt: clock.real(), problem })
}

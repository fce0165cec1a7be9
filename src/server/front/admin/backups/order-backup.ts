import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { backupName, freeBytesAt, listBackups } from '#server/front/backup/backup-folder.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { makeBackupJob } from './backup-job.ts'
import { type BackupState, databaseBytes, readBackupState, writeBackupState } from './backup-state.store.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'database' | 'media'>

/** A backup that takes longer has failed. */
const longestMs = 24 * 3_600_000
/** Left free beside a backup. */
const spareBytes = 100 * 1024 * 1024

/** `GET /api/admin/backups`: those that are there, the one that is being made, and the space that one needs. */
export const showBackups: UseCase<'backupsAtDesk', Needs> = async (services) => {
  const { clock, config, database } = services
  const state = await readBackupState(database.db)
  const backups = await listBackups(config.backupFolder)
  return {
    status: 200,
    body: {
      // the demo's admin is everybody
      folder: config.demo ? null : config.backupFolder,
      backups: backups.map(({ madeAt, ...one }) => ({ ...one, madeAt: madeAt.toISOString() })),
      makingSince: isBeingMade(state, clock.real()) ? (state?.askedAt.toISOString() ?? null) : null,
      problem: state?.problem ?? null,
      ...(await spaceFor(services)),
    },
  }
}

/**
 * Has a backup made. 403 `not-in-demo`; 409 `backup-running`, or `backup-no-space` where it would not fit on the disk;
 * else refused as `confirmAdminLately`.
 */
export const orderBackup: UseCase<'makeBackup'> = async (services, context) => {
  const { clock, config, queue } = services
  if (config.demo) return new Problem('not-in-demo')
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const { neededBytes, freeBytes } = await spaceFor(services)
  if (freeBytes < neededBytes) return new Problem('backup-no-space')
  const askedAt = clock.real()
  return changeAsAdmin(services, context, by, async (trx) => {
    if (isBeingMade(await readBackupState(trx), askedAt)) return new Problem('backup-running')
    const file = backupName(askedAt)
    await writeBackupState(trx, { file, askedAt, endedAt: null, problem: null })
    await queue.enqueue(trx, makeBackupJob, { file }, { singletonKey: 'one' })
    return { action: 'backup-ordered', target: file }
  })
}

function isBeingMade(state: BackupState | undefined, now: Date): boolean {
  return state !== undefined && state.endedAt === null && now.getTime() - state.askedAt.getTime() < longestMs
}

/** The database counts twice: it is copied before it is packed. */
async function spaceFor({ config, database, media }: Pick<Services, 'config' | 'database' | 'media'>) {
  let mediaBytes = 0
  // those in S3 are not part of backups
  if (!config.s3) for (const bytes of (await media.sizes()).values()) mediaBytes += bytes
  return {
    neededBytes: mediaBytes + 2 * (await databaseBytes(database)) + spareBytes,
    freeBytes: await freeBytesAt(config.backupFolder),
  }
}

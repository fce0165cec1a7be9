import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import { listBackups, removeBackup } from '#server/front/backup/backup-folder.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Deletes a backup while another verified one is there. 403 `not-in-demo`; 404 for an unknown file; 409
 * `backup-last-verified`; else refused as `confirmAdminFully`.
 */
export const deleteBackup: UseCase<'deleteBackup'> = async (services, context) => {
  const { config, database } = services
  const { file } = context.body
  if (config.demo) return new Problem('not-in-demo')
  const backups = await listBackups(config.backupFolder)
  const backup = backups.find((one) => one.file === file)
  if (!backup) return new Problem('not-found')
  if (!backups.some((one) => one.verified && one.file !== file)) return new Problem('backup-last-verified')
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  await inTransaction(database.db, async (trx) => {
    await context.remember(trx, done)
    await recordAudit(trx, services, by, {
      action: 'backup-deleted',
      target: file,
      after: { bytes: backup.bytes },
    })
    await removeBackup(config.backupFolder, file)
  })
  return done
}

const done = { status: 200, body: { status: 'ok' } } as const

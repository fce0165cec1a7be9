import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { confirmAdminFully } from '#server/front/admin/confirm-admin-fully.ts'
import { backupAt } from '#server/front/backup/backup-folder.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { keptByNobody } from '#server/platform/http/security-headers.ts'
import { backupAskedMail } from '#server/platform/mail/templates/backup.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { storeDownload, takeDownload } from './backup-download.store.ts'

/** How long the address of a download is good, on the real clock. */
const goodMs = 5 * 60_000

/**
 * Makes the address of a download: good once, for 5 minutes, for this session. It needs password and second factor in
 * this very call, however short ago the session was confirmed, and the admin is told by mail: a backup has everything.
 * 403 `not-in-demo`; 404 for an unknown file; else refused as `confirmAdminFully`.
 */
export const askForBackup: UseCase<'askForBackup'> = async (services, context) => {
  const { file } = context.body
  const { clock, config, database, random } = services
  const { viewer } = context
  if (config.demo) return new Problem('not-in-demo')
  const backup = await backupAt(config.backupFolder, file)
  if (!backup) return new Problem('not-found')
  const by = await confirmAdminFully(services, context)
  if (by instanceof Problem) return by
  const token = random.token()
  const now = clock.real()
  await inTransaction(database.db, async (trx) => {
    const expiresAt = new Date(now.getTime() + goodMs)
    const download = {
      token_hash: sha256(token),
      session_hash: viewer.sessionHash,
      file,
      expires_at: expiresAt,
    }
    await storeDownload(trx, download, now)
    await mailToUser(trx, services, viewer.userId, {
      template: 'backup-asked',
      contentFor: (name, language) => backupAskedMail({ name, file }, config, language),
    })
    const after = { bytes: backup.bytes }
    await recordAudit(trx, services, by, { action: 'backup-downloaded', target: file, after })
  })
  return { status: 200, body: { address: pathOf(calls.downloadBackup.path, { token }) } }
}

/** `GET /api/admin/backups/download/:token`: the file. 404 for an address that is used up, over, or another session's. */
export const sendBackup: UseCase<'downloadBackup', 'clock' | 'config' | 'database'> = async (
  services,
  { params: { token }, viewer, reply },
) => {
  const { clock, config, database } = services
  if (config.demo) return new Problem('not-in-demo')
  const tokenHash = sha256(token)
  const file = await takeDownload(database.db, {
    tokenHash,
    sessionHash: viewer.sessionHash,
    now: clock.real(),
  })
  const backup = file === undefined ? undefined : await backupAt(config.backupFolder, file)
  if (!backup) return new Problem('not-found')
  const handle = await open(join(config.backupFolder, backup.file), 'r')
  reply
    .headers({
      'cache-control': keptByNobody,
      'content-disposition': `attachment; filename="${backup.file}"`,
      'content-length': backup.bytes,
      'content-type': 'application/x-tar',
    })
    // closes the file at its end
    .send(handle.createReadStream())
  return 'sent'
}

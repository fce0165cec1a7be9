import { refuseUpload } from '#domain/uploads/room-for-upload.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { hasVideo, insertUpload, lockUploads, openUploads } from '#server/library/uploads/upload.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { uploadFolder } from '#server/platform/outside/upload-folder.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Begins an upload for a video: 413 `upload-too-large` above the setting, 507 `no-space` where the disk has no room for
 * it beside all others, 404 for an unknown video, else as `confirmAdminLately`. The confirmation counts for all parts of
 * this file, which may take days; so they are taken from this user only.
 */
export const startUpload: UseCase<'startUpload'> = async (services, context) => {
  const { config, database, clock, random } = services
  const { password: _, ...file } = context.body
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const folder = uploadFolder(config.mediaFolder)
  const disk = await folder.disk()
  const id = random.id()
  const answer = { status: 201, body: { id } } as const
  const problem = await inTransaction(database.db, async (trx) => {
    await lockUploads(trx)
    const others = await openUploads(trx)
    const refused = refuseUpload(file.length, { maxBytes: config.uploadMaxBytes, disk, others })
    if (refused === 'upload-too-large') {
      const values = { size: shownSize(config.uploadMaxBytes) }
      return new Problem(refused, { detail: { key: 'upload_larger_than', values } })
    }
    if (refused) return new Problem(refused)
    if (!(await hasVideo(trx, file.videoId))) return new Problem('not-found')
    const { purpose, name, length, digest } = file
    await insertUpload(
      trx,
      {
        id,
        user_id: by.userId,
        purpose,
        video_id: file.videoId,
        name,
        length,
        modified_at: new Date(file.modifiedAt),
        digest,
      },
      clock.real(),
    )
    await context.remember(trx, answer)
    await recordAudit(trx, services, by, {
      action: 'upload-started',
      target: file.videoId,
      after: { id, name, length },
    })
    await folder.create(id)
    return undefined
  })
  return problem ?? answer
}

/** A size as the setting takes it. */
function shownSize(bytes: number): string {
  return bytes % 1e9 === 0 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`
}

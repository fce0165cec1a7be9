import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { isToCome } from '#server/library/watching/open-preview.ts'
import {
  readPreviewLink,
  removePreviewLinks,
  storePreviewLink,
} from '#server/library/watching/preview-link.store.ts'
import { readWholeVideo } from '#server/library/write/video-write.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { refusedField } from './desk-write.ts'

/** How long a preview link lives, on the real clock. */
const livesMs = 14 * 86_400_000

/** Each of these answers 404 for an unknown video. They do not change the library, so `LIBRARY=folder` allows them. */

export const showPreviewLink: UseCase<'previewLink', LibraryServices> = async (
  { database: { db }, clock },
  { params: { id } },
) => {
  if (!(await readWholeVideo(db, id))) return new Problem('not-found')
  const link = await readPreviewLink(db, id, clock.real())
  const shown = link && {
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
  }
  return { status: 200, body: { link: shown ?? null } }
}

/**
 * Makes a link, and ends the former one. 422 for a video that is published or deleted. Its reply is not
 * kept for an idempotency key: the address would be stored with it.
 */
export const makePreviewLink: UseCase<'makePreviewLink', LibraryServices> = async (services, context) => {
  const { clock, config, database, random } = services
  const { id } = context.params
  if (!(await readWholeVideo(database.db, id))) return new Problem('not-found')
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  return inTransaction(database.db, async (trx) => {
    const video = await readWholeVideo(trx, id)
    if (!video) return new Problem('not-found')
    if (!isToCome(video, clock.now())) return refusedField('video', m.desk_preview_published())
    const key = random.token()
    const createdAt = clock.real()
    const expiresAt = new Date(createdAt.getTime() + livesMs)
    await storePreviewLink(trx, {
      key_hash: sha256(key),
      video_id: id,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    await recordAudit(trx, services, by, {
      action: 'preview-link-made',
      target: id,
      after: { expiresAt: expiresAt.toISOString() },
    })
    const address = new URL(href('preview', { key }), config.baseUrl).href
    return { status: 200, body: { address, expiresAt: expiresAt.toISOString() } } as const
  })
}

export const withdrawPreviewLink: UseCase<'withdrawPreviewLink', LibraryServices> = async (
  services,
  context,
) => {
  const { id } = context.params
  if (!(await readWholeVideo(services.database.db, id))) return new Problem('not-found')
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    await removePreviewLinks(trx, id)
    return { action: 'preview-link-withdrawn', target: id }
  })
}

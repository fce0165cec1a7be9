import { isFolderName } from '#domain/catalogue/catalogue.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { formerIdsOf } from '#server/library/former-videos/former-video.store.ts'
import { indexTranscripts } from '#server/library/transcripts/index-transcripts.ts'
import { renameVideo } from '#server/library/write/rename-video.store.ts'
import { keptVersions, restoringChange } from '#server/library/write/restore-version.store.ts'
import {
  isVideoId,
  nameVersions,
  readWholeVideo,
  updateVideo,
} from '#server/library/write/video-write.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { atVersion, refusedField, writeAtDesk } from './desk-write.ts'
import { videoWithin } from './show-videos.ts'

/** Each of these answers 404 for an unknown video, and 409 `version-conflict` after a change by somebody else. */

/** Moves a video to the trash: viewers do not see it, their history of it stays. */
export const trashVideo: UseCase<'trashVideo', LibraryServices> = (services, context) => {
  const { id } = context.params
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const before = atVersion(await readWholeVideo(trx, id), context.body.version)
      if (before instanceof Problem) return before
      const withdrawn_at = before.withdrawn_at ?? when.now
      await updateVideo(trx, before, { withdrawn_at, deleted_at: when.realNow }, editor, when)
      return videoWithin(trx, services, id)
    },
    audit: ({ version }) => ({ action: 'video-deleted', target: id, after: { version } }),
  })
}

/** Takes a video out of the trash, or one whose folder is gone: as it was, or a draft where something is missing by now. */
export const restoreVideo: UseCase<'restoreVideo', LibraryServices> = (services, context) => {
  const { id } = context.params
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const before = atVersion(await readWholeVideo(trx, id), context.body.version)
      if (before instanceof Problem) return before
      const draft = before.draft || before.category_id === null || before.film_key === null
      await updateVideo(trx, before, { withdrawn_at: null, deleted_at: null, draft }, editor, when)
      return videoWithin(trx, services, id)
    },
    audit: ({ version, state }) => ({ action: 'video-restored', target: id, after: { version, state } }),
  })
}

/** Changes the address of a video. 422 for one that no folder could have, and for one in use. */
export const changeVideoAddress: UseCase<'changeVideoAddress', LibraryServices> = async (
  services,
  context,
) => {
  const { id } = context.params
  const wanted = context.body.id.normalize('NFC')
  if (!isFolderName(wanted)) return refusedField('id', m.catalogue_folder_name({ name: wanted }))
  const changed = await writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const before = atVersion(await readWholeVideo(trx, id), context.body.version)
      if (before instanceof Problem) return before
      const isOwn = (await formerIdsOf(trx, id)).includes(wanted)
      if (!isOwn && (await isVideoId(trx, wanted))) return refusedField('id', m.desk_id_taken())
      await renameVideo(trx, before, wanted, editor, when)
      return videoWithin(trx, services, wanted)
    },
    audit: ({ version }) => ({
      action: 'video-address-changed',
      target: wanted,
      before: { id },
      after: { id: wanted, version },
    }),
  })
  if (!(changed instanceof Problem)) await indexTranscripts(services).catch(() => undefined)
  return changed
}

/** `GET /api/admin/library/video/{id}/versions`: the saved versions that later ones replaced, the newest first. */
export const showVideoVersions: UseCase<'videoVersions', LibraryServices> = async (
  { database: { db } },
  { params },
) => {
  if (!(await readWholeVideo(db, params.id))) return new Problem('not-found')
  const versions = (await keptVersions(db, 'video', params.id)).map((kept) => ({
    version: kept.version,
    savedAt: kept.saved_at?.toISOString() ?? null,
    savedBy: kept.saved_by,
    title: kept.document.title,
    description: kept.document.description,
    hasFilm: kept.document.film_key !== null && kept.media.includes(kept.document.film_key),
  }))
  return { status: 200, body: { versions } }
}

/** Restores a kept version as a new one. 404 also for an unknown version. */
export const restoreVideoVersion: UseCase<'restoreVideoVersion', LibraryServices> = async (
  services,
  context,
) => {
  const { id } = context.params
  const { version, restored } = context.body
  const changed = await writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const before = await readWholeVideo(trx, id)
      const kept = (await keptVersions(trx, 'video', id)).find((one) => one.version === restored)
      if (!before || !kept) return new Problem('not-found')
      if (before.version !== version) return new Problem('version-conflict')
      await nameVersions(trx, kept.document.version_names)
      await updateVideo(trx, before, restoringChange(kept), editor, when)
      return videoWithin(trx, services, id)
    },
    audit: (body) => ({
      action: 'video-changed',
      target: id,
      before: { version },
      after: { version: body.version, restoredVersion: restored },
    }),
  })
  if (!(changed instanceof Problem)) await indexTranscripts(services).catch(() => undefined)
  return changed
}

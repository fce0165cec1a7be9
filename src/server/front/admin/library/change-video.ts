import { isFolderName, versionId } from '#domain/catalogue/catalogue.ts'
import { folderName } from '#domain/catalogue/write/folder-name.ts'
import { lineFault, lineLimits, storedLine } from '#domain/catalogue/write/item-text.ts'
import { dayIn } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { lineSentences } from '#server/library/catalogue-files/front-matter.ts'
import { indexTranscripts } from '#server/library/transcripts/index-transcripts.ts'
import { keepContent } from '#server/library/unused-media/keep-media.ts'
import { checkCaptions } from '#server/library/write/check-captions.ts'
import { checkVideo, columnsOfDate, type FieldSentences } from '#server/library/write/check-video.ts'
import { drawPoster } from '#server/library/write/draw-poster.ts'
import { storeCaptions } from '#server/library/write/store-captions.ts'
import {
  insertDraft,
  isCategory,
  isVideoId,
  nameVersions,
  readWholeVideo,
  updateVideo,
  type VideoChange,
  versionNames,
  type WholeVideo,
} from '#server/library/write/video-write.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { atVersion, confirmDesk, refused, refusedField, writeAtDesk, writeConfirmed } from './desk-write.ts'
import { videoWithin } from './show-videos.ts'

/** Adds a draft. 422 for a title or an id that a folder could not have, or an id in use; else as `confirmDesk`. */
export const createVideo: UseCase<'createVideo', LibraryServices> = async (services, context) => {
  const { title, id: typed, categoryId } = context.body
  const faults: FieldSentences = new Map()
  const fault = lineFault(title, lineLimits.title)
  if (fault) faults.set('title', lineSentences[fault]({ key: 'title', longest: lineLimits.title }))
  if (typed !== undefined && !isFolderName(typed)) faults.set('id', m.catalogue_folder_name({ name: typed }))
  if (faults.size > 0) return refused(faults)
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      if (typed !== undefined && (await isVideoId(trx, typed))) return refusedField('id', m.desk_id_taken())
      if (categoryId !== undefined && !(await isCategory(trx, categoryId)))
        return refusedField('categoryId', m.desk_category_unknown())
      const id = typed?.normalize('NFC') ?? (await freeId(trx, folderName(title)))
      await insertDraft(trx, { id, title: storedLine(title), category_id: categoryId ?? null }, editor, when)
      return videoWithin(trx, services, id)
    },
    audit: ({ id }) => ({ action: 'video-created', target: id, after: { categoryId } }),
  })
}

/**
 * Changes a video. 404 for an unknown one, 409 `version-conflict` after a change by somebody else, 422 with the sentences
 * of `checkVideo`, and where a video that is no draft would lack film or category.
 */
export const changeVideo: UseCase<'changeVideo', LibraryServices> = async (services, context) => {
  const { db } = services.database
  const { zone } = services.config.seller
  const { password: _, version, draft, categoryId, captions, poster, ...texts } = context.body
  const { id } = context.params
  const read = atVersion(await readWholeVideo(db, id), version)
  if (read instanceof Problem) return read
  const { faults, change } = checkVideo(texts, read, { spellings: await versionNames(db), zone })
  const checked = captions && checkCaptions(captions, read, faults)
  const drawn = poster == null ? poster : await drawPoster(Buffer.from(poster, 'base64'))
  if (drawn && 'refused' in drawn) faults.set('poster', drawn.refused)
  if (categoryId != null && !(await isCategory(db, categoryId)))
    faults.set('categoryId', m.desk_category_unknown())
  const wanted: VideoChange = {
    ...change,
    ...(categoryId !== undefined && { category_id: categoryId }),
    ...(draft !== undefined && { draft }),
    // without a date it is published now
    ...(draft === false &&
      { ...read, ...change }.published_on === null &&
      columnsOfDate({ day: dayIn(services.clock.now(), zone), time: null }, zone)),
  }
  checkComplete(faults, { ...read, ...wanted })
  if (faults.size > 0) return refused(faults)
  const by = await confirmDesk(services, context)
  if (by instanceof Problem) return by
  const tracks = checked && (await storeCaptions(services, checked))
  if (tracks === 'no-space') return new Problem('no-space')
  const kept = Buffer.isBuffer(drawn) ? await keepContent(services, drawn, 'webp') : undefined
  if (kept && 'refused' in kept) return new Problem('no-space')
  const columns = {
    ...wanted,
    ...(tracks && { tracks }),
    ...(poster !== undefined && { poster_key: kept?.key ?? null }),
  }
  const changed = await writeConfirmed(services, context, by, {
    work: async (trx, editor, when) => {
      const before = await readWholeVideo(trx, id)
      if (before?.version !== version) return new Problem('version-conflict')
      const names = (texts.versions ?? []).map((name) => ({ id: versionId(name), name: storedLine(name) }))
      await nameVersions(trx, names)
      await updateVideo(trx, before, columns, editor, when)
      return videoWithin(trx, services, id)
    },
    audit: (body) => ({
      action: 'video-changed',
      target: id,
      before: { version, ...stateFacts(read) },
      after: { version: body.version, state: body.state, fields: Object.keys(columns) },
    }),
  })
  // a failure is repeated by the upkeep
  if (tracks && !(changed instanceof Problem)) await indexTranscripts(services).catch(() => undefined)
  return changed
}

function checkComplete(
  faults: FieldSentences,
  { draft, withdrawn_at, film_key, category_id, published_on }: WholeVideo,
): void {
  if (draft || withdrawn_at !== null) return
  if (film_key === null) faults.set('draft', m.desk_film_needed())
  if (category_id === null) faults.set('categoryId', m.desk_category_needed())
  if (published_on === null) faults.set('published', m.catalogue_empty({ key: 'published' }))
}

function stateFacts({ draft, withdrawn_at, published_on }: WholeVideo) {
  return { draft, isWithdrawn: withdrawn_at !== null, published: published_on }
}

/** The name, or the first of `name-2`, `name-3` and so on that no video has or had. */
async function freeId(trx: Trx, name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name.slice(0, 90)}-${number}`
    if (!(await isVideoId(trx, id))) return id
  }
}

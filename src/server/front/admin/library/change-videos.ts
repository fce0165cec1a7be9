import { lineFault, lineLimits, storedLine } from '#domain/catalogue/write/item-text.ts'
import { dayIn } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { lineSentences } from '#server/library/catalogue-files/front-matter.ts'
import { columnsOfDate, type FieldSentences } from '#server/library/write/check-video.ts'
import { keptVersions, takingBack } from '#server/library/write/restore-version.store.ts'
import {
  isCategory,
  readWholeVideo,
  updateVideo,
  type VideoChange,
  type WholeVideo,
} from '#server/library/write/video-write.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { refused, refusedField, writeAtDesk } from './desk-write.ts'

/**
 * Changes several videos, all or none. 409 `version-conflict` where one has changed meanwhile or is unknown; 422 at
 * `videos.<place>` for one that cannot be published.
 */
export const changeVideos: UseCase<'changeVideos', LibraryServices> = async (services, context) => {
  const { videos, publish, categoryId, addTag, removeTag, free } = context.body
  const fault = addTag === undefined ? undefined : lineFault(addTag, lineLimits.label)
  if (fault) return refusedField('addTag', lineSentences[fault]({ key: 'tags', longest: lineLimits.label }))
  const { zone } = services.config.seller
  const changeOf = (video: WholeVideo): VideoChange => {
    const tags = video.tags.filter((tag) => removeTag === undefined || tag !== storedLine(removeTag))
    return {
      ...(publish && { draft: false }),
      ...(publish &&
        video.published_on === null &&
        columnsOfDate({ day: dayIn(services.clock.now(), zone), time: null }, zone)),
      ...(categoryId !== undefined && { category_id: categoryId }),
      ...((addTag ?? removeTag) !== undefined && {
        tags: addTag === undefined ? tags : [...new Set([...tags, storedLine(addTag)])],
      }),
      ...(free !== undefined && { free }),
    }
  }
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      if (categoryId !== undefined && !(await isCategory(trx, categoryId)))
        return refusedField('categoryId', m.desk_category_unknown())
      const faults: FieldSentences = new Map()
      const before: WholeVideo[] = []
      for (const [place, { id, version }] of videos.entries()) {
        const video = await readWholeVideo(trx, id)
        if (video?.version !== version) return new Problem('version-conflict')
        before.push(video)
        if (publish && video.film_key === null) faults.set(`videos.${place}`, m.desk_film_needed())
        else if (publish && (categoryId ?? video.category_id) === null)
          faults.set(`videos.${place}`, m.desk_category_needed())
      }
      if (faults.size > 0) return refused(faults)
      for (const video of before) await updateVideo(trx, video, changeOf(video), editor, when)
      return { changed: before.length }
    },
    audit: () => ({
      action: 'videos-changed',
      target: videos[0]?.id ?? '',
      after: { videos: videos.map(({ id }) => id), publish, categoryId, addTag, removeTag, free },
    }),
  })
}

/**
 * Takes a change of several videos back: whether they are drafts, dates, category, tags and free become those of the
 * version before. 409 `version-conflict` where one has changed since; 422 where a category has been deleted since.
 */
export const undoVideos: UseCase<'undoVideos', LibraryServices> = async (services, context) => {
  const { videos } = context.body
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const changes: [WholeVideo, VideoChange][] = []
      for (const { id, version } of videos) {
        const video = await readWholeVideo(trx, id)
        const kept = (await keptVersions(trx, 'video', id)).find((one) => one.version === version - 1)
        if (video?.version !== version || !kept) return new Problem('version-conflict')
        const change = takingBack(kept)
        if (change.category_id != null && !(await isCategory(trx, change.category_id)))
          return refusedField('categoryId', m.desk_category_unknown())
        changes.push([video, change])
      }
      for (const [video, change] of changes) await updateVideo(trx, video, change, editor, when)
      return { changed: changes.length }
    },
    audit: () => ({
      action: 'videos-changed',
      target: videos[0]?.id ?? '',
      after: { videos: videos.map(({ id }) => id), isUndone: true },
    }),
  })
}

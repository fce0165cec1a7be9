import type { DeskSeries } from '#contract/admin/library/admin-groups.ts'
import { folderName, freeName } from '#domain/catalogue/write/folder-name.ts'
import { storedBody, storedLine } from '#domain/catalogue/write/item-text.ts'
import { m } from '#messages/generated/messages.js'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { FieldSentences } from '#server/library/write/check-video.ts'
import { insertSeries, readAllSeries, updateSeries } from '#server/library/write/series-write.store.ts'
import { knownVideoIds } from '#server/library/write/video-write.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { refused, textFaults, writeAtDesk } from './desk-write.ts'

export const showSeries: UseCase<'deskSeries', LibraryServices> = async ({ database }) => {
  return { status: 200, body: await deskSeries(database.db) }
}

/**
 * Adds or changes a series. 404 for an unknown one, 409 `version-conflict` after a change by somebody else, 422 with the
 * sentences of the catalogue's files.
 */
export const saveSeries: UseCase<'saveSeries', LibraryServices> = async (services, context) => {
  const { urlKey, version, title, level, description, videoIds, isWithdrawn = false } = context.body
  const faults = seriesFaults(title, description, videoIds)
  if (faults.size > 0) return refused(faults)
  if ((urlKey === undefined) !== (version === undefined)) return new Problem('version-conflict')
  let key = urlKey ?? ''
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const all = await readAllSeries(trx)
      const before = all.find((one) => one.url_key === urlKey)
      if (urlKey !== undefined && !before) return new Problem('not-found')
      if (before && before.version !== version) return new Problem('version-conflict')
      const unknown = await unknownVideos(trx, videoIds)
      if (unknown.size > 0) return refused(unknown)
      const columns = {
        title: storedLine(title),
        level,
        description: storedBody(description),
        video_ids: [...videoIds],
        withdrawn_at: isWithdrawn ? (before?.withdrawn_at ?? when.now) : null,
      }
      if (before) {
        await updateSeries(trx, before.url_key, columns, editor, when)
        return deskSeries(trx)
      }
      key = freeName(
        folderName(title),
        all.map((one) => one.url_key),
      )
      await insertSeries(trx, { url_key: key, poster_key: null, ...columns }, editor, when)
      return deskSeries(trx)
    },
    audit: () => ({
      action: 'series-saved',
      target: key,
      after: { isNew: urlKey === undefined, isWithdrawn, videoIds },
    }),
  })
}

/** Gives series the positions from 1 on. */
export const orderSeries: UseCase<'orderSeries', LibraryServices> = async (services, context) => {
  const wanted = context.body.series
  return writeAtDesk(services, context, {
    work: async (trx, editor, when) => {
      const known = new Map((await readAllSeries(trx)).map((one) => [one.url_key, one]))
      if (wanted.some(({ urlKey, version }) => known.get(urlKey)?.version !== version))
        return new Problem('version-conflict')
      for (const [place, { urlKey }] of wanted.entries())
        if (known.get(urlKey)?.position !== place + 1)
          await updateSeries(trx, urlKey, { position: place + 1 }, editor, when)
      return deskSeries(trx)
    },
    audit: () => ({
      action: 'series-saved',
      target: wanted[0]?.urlKey ?? '',
      after: { order: wanted.map(({ urlKey }) => urlKey) },
    }),
  })
}

function seriesFaults(title: string, description: string, videoIds: readonly string[]): FieldSentences {
  const faults = textFaults('title', title, description)
  if (videoIds.length === 0) faults.set('videoIds', m.catalogue_series_empty())
  for (const [place, id] of videoIds.entries())
    if (videoIds.indexOf(id) < place)
      faults.set(`videoIds.${place}`, m.catalogue_list_repeats({ key: 'videos', value: id }))
  return faults
}

async function unknownVideos(trx: Trx, videoIds: readonly string[]): Promise<FieldSentences> {
  const known = await knownVideoIds(trx, videoIds)
  return new Map(
    [...videoIds.entries()]
      .filter(([, id]) => !known.has(id))
      .map(([place, id]) => [`videoIds.${place}`, m.catalogue_series_video_unknown({ id })]),
  )
}

async function deskSeries(db: Db): Promise<DeskSeries> {
  const series = await readAllSeries(db)
  return {
    series: series.map((one) => ({
      urlKey: one.url_key,
      version: one.version,
      title: one.title,
      level: one.level,
      description: one.description,
      videoIds: one.video_ids,
      isWithdrawn: one.withdrawn_at !== null,
    })),
  }
}

import type { Insertable } from 'kysely'
import { versionId } from '#domain/catalogue/catalogue.ts'
import {
  type CategoryRow,
  type RowSources,
  type SeriesRow,
  type VideoRow,
  videoRow,
} from '#server/library/catalogue/video-columns.ts'
import type { Catalogue } from '#server/library/catalogue-files/read-catalogue.ts'
import { parentIdsOf } from '#server/library/catalogue-files/read-category.ts'
import type { SeriesFiles } from '#server/library/catalogue-files/read-series.ts'
import type { FormerName } from '#server/library/former-videos/former-video.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The database rows of a catalogue. */
export type CatalogueRows = {
  readonly categories: readonly CategoryRow[]
  readonly parents: readonly Tables['category_parent'][]
  readonly versions: readonly Tables['software_version'][]
  readonly videos: readonly VideoRow[]
  readonly filmSizes: readonly Insertable<Tables['film_size']>[]
  readonly series: readonly SeriesRow[]
  readonly code: readonly Tables['video_code'][]
  readonly formerNames: readonly FormerName[]
}

/** Returns the rows of a catalogue whose media are stored. */
export function catalogueRows({ categories, videos, series }: Catalogue, sources: RowSources): CatalogueRows {
  const names = new Map(videos.flatMap(({ versions }) => versions.map(({ name }) => [versionId(name), name])))
  return {
    categories: categories.map(({ id, name, urlKey, position, description }) => ({
      id,
      name,
      url_key: urlKey,
      position,
      description,
    })),
    parents: categories.flatMap((category) =>
      parentIdsOf(category).map((parentId) => ({ category_id: category.id, parent_id: parentId })),
    ),
    versions: [...names].map(([id, name]) => ({ id, name })),
    videos: videos.map((video) => videoRow(video, sources)),
    filmSizes: videos.flatMap(({ sizes }) =>
      sizes.map(({ path, height, kilobitsPerSecond }) => ({
        film_key: sources.keyOf(path),
        height,
        kilobits_per_second: kilobitsPerSecond,
      })),
    ),
    series: series.map((one) => seriesRow(one, sources.keyOf)),
    code: videos.flatMap(({ id, code }) =>
      code.map(({ name, text }, place) => ({ video_id: id, place, name, text })),
    ),
    formerNames: videos.flatMap(({ id, was }) => was.map((former) => ({ formerId: former.id, videoId: id }))),
  }
}

function seriesRow(series: SeriesFiles, keyOf: (path: string) => string): SeriesRow {
  return {
    url_key: series.urlKey,
    title: series.title,
    level: series.level,
    position: series.position,
    description: series.description,
    poster_key: series.poster ? keyOf(series.poster.path) : null,
    video_ids: series.videos.map(({ id }) => id),
    withdrawn_at: null,
  }
}

import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { keptVersions } from '#server/library/write/restore-version.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'

/** The saved versions of a category that later ones replaced; none of an unknown one. `saveCategory` restores one. */
export const showCategoryVersions: UseCase<'categoryVersions', LibraryServices> = async (
  { database },
  { query: { id } },
) => {
  const versions = (await keptVersions(database.db, 'category', id)).map(({ document, ...kept }) => ({
    ...stamp(kept),
    name: document.name,
    description: document.description,
    parentIds: [...document.parent_ids],
  }))
  return { status: 200, body: { versions } }
}

/** The same of a series; `saveSeries` restores one. */
export const showSeriesVersions: UseCase<'seriesVersions', LibraryServices> = async (
  { database },
  { query: { urlKey } },
) => {
  const versions = (await keptVersions(database.db, 'series', urlKey)).map(({ document, ...kept }) => ({
    ...stamp(kept),
    title: document.title,
    level: document.level,
    description: document.description,
    videoIds: [...document.video_ids],
    isWithdrawn: document.withdrawn_at !== null,
  }))
  return { status: 200, body: { versions } }
}

function stamp({
  version,
  saved_at,
  saved_by,
}: {
  readonly version: number
  readonly saved_at: Date | null
  readonly saved_by: 'folder' | 'desk'
}) {
  return { version, savedAt: saved_at?.toISOString() ?? null, savedBy: saved_by }
}

import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { StoredItem } from '#domain/catalogue/write/change-library.ts'
import { readSiteSmallFilms } from '#server/library/film-sizes/film-size.store.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'

export type StoredCategory = Selectable<Tables['category']> & { readonly parentIds: readonly string[] }

/** All items of the library, in any state. */
export type StoredLibrary = {
  readonly categories: readonly StoredCategory[]
  readonly videos: readonly Selectable<Tables['video']>[]
  readonly series: readonly Selectable<Tables['series']>[]
  readonly versions: readonly Tables['software_version'][]
  /** Keys of the smaller films that the site made. */
  readonly siteSmallFilms: ReadonlySet<string>
}

export async function readStoredLibrary(db: Db): Promise<StoredLibrary> {
  return {
    categories: await readStoredCategories(db),
    videos: await db.selectFrom('video').selectAll().execute(),
    series: await db.selectFrom('series').selectAll().execute(),
    versions: await db.selectFrom('software_version').selectAll().execute(),
    siteSmallFilms: await readSiteSmallFilms(db),
  }
}

/** Returns the categories with the ids of their parents, in order. */
export async function readStoredCategories(db: Db): Promise<StoredCategory[]> {
  const [categories, parents] = [
    await db.selectFrom('category').selectAll().execute(),
    await db.selectFrom('category_parent').selectAll().execute(),
  ]
  const parentsOf = Map.groupBy(parents, (row) => row.category_id)
  return categories.map((row) => ({
    ...row,
    parentIds: (parentsOf.get(row.id) ?? []).map(({ parent_id }) => parent_id).toSorted(),
  }))
}

/** Returns the columns of a row that differ from those stored. */
export function differingColumns(row: object, before: object): string[] {
  return Object.entries(row)
    .filter(([column, value]) => !isDeepStrictEqual(value, (before as Record<string, unknown>)[column]))
    .map(([column]) => column)
}

/** Returns what an import has to know of an item. */
export function storedItem(
  id: string,
  row: {
    readonly changed_by: 'folder' | 'desk'
    readonly from_folder: boolean
    readonly withdrawn_at?: Date | null
    readonly deleted_at?: Date | null
  },
): StoredItem {
  const isGone = row.withdrawn_at != null
  return {
    id,
    changedBy: row.changed_by,
    fromFolder: row.from_folder,
    presence: row.deleted_at != null ? 'deleted' : isGone ? 'withdrawn' : 'present',
  }
}

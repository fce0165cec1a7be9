import {
  type FolderItem,
  type ImportPlan,
  planImport,
  type Take,
} from '#domain/catalogue/write/change-library.ts'
import type { Left } from './catalogue.store.ts'
import type { CatalogueRows } from './catalogue-rows.ts'
import { differingColumns, type StoredLibrary, storedItem } from './stored-library.store.ts'

/** An item that both the desk and the folder have changed. */
export type CatalogueConflict = {
  readonly kind: 'category' | 'video' | 'series'
  readonly id: string
  /** Named as in the files; `planImport` has the others. */
  readonly fields: readonly string[]
}

export type CataloguePlan = {
  /** Unless empty, nothing may be changed. */
  readonly conflicts: readonly CatalogueConflict[]
  /** Without what is left as stored. */
  readonly rows: CatalogueRows
  readonly left: Left
  /** The stored library says the same as the folder. */
  readonly isSame: boolean
}

/**
 * Compares a catalogue's rows with the stored library, and keeps what the site made of the films in the folder. `recoded`:
 * ids of the videos whose code differs.
 */
export function planCatalogue(
  folderRows: CatalogueRows,
  stored: StoredLibrary,
  {
    recoded,
    renamed,
    take,
  }: { readonly recoded: ReadonlySet<string>; readonly renamed: number; readonly take: Take | undefined },
): CataloguePlan {
  const rows = withSiteSizes(folderRows, stored)
  const items = itemsOf(rows, stored, recoded)
  const plans = {
    category: planImport(
      stored.categories.map((row) => storedItem(row.id, row)),
      items.category,
      take,
    ),
    video: planImport(
      stored.videos.map((row) => storedItem(row.id, row)),
      items.video,
      take,
    ),
    series: planImport(
      stored.series.map((row) => storedItem(row.url_key, row)),
      items.series,
      take,
    ),
  }
  const kinds = ['category', 'video', 'series'] as const
  return {
    conflicts: kinds.flatMap((kind) => plans[kind].conflicts.map((conflict) => ({ kind, ...conflict }))),
    rows: withoutLeftOut(rows, plans),
    left: {
      categories: leftCategories(plans, stored),
      videos: staying(plans.video),
      series: staying(plans.series),
    },
    isSame: renamed === 0 && isSame(rows, stored, items),
  }
}

/** Adds the smaller film that the site made of the same film, where the folder names none. */
function withSiteSizes(
  rows: CatalogueRows,
  { videos, siteSmallFilms }: Pick<StoredLibrary, 'videos' | 'siteSmallFilms'>,
): CatalogueRows {
  const stored = new Map(videos.map((row) => [row.id, row]))
  const formerOf = Map.groupBy(rows.formerNames, ({ videoId }) => videoId)
  const keyOf = ({ id, film_key }: CatalogueRows['videos'][number]) => {
    const formerIds = (formerOf.get(id) ?? []).map(({ formerId }) => formerId)
    const before = [id, ...formerIds].flatMap((known) => stored.get(known) ?? [])[0]
    if (!before || before.film_key !== film_key || before.small_film_key === null) return null
    return siteSmallFilms.has(before.small_film_key) ? before.small_film_key : null
  }
  return {
    ...rows,
    videos: rows.videos.map((row) => ({ ...row, small_film_key: row.small_film_key ?? keyOf(row) })),
  }
}

/** Names of the columns in the files, where they differ. */
const fieldNames: Readonly<Record<string, string>> = {
  duration_seconds: 'film',
  film_key: 'film',
  small_film_key: 'film',
  published_on: 'published',
  published_time: 'published',
  published_at: 'published',
  category_id: 'category',
  version_ids: 'versions',
  poster_key: 'poster',
  tracks: 'captions',
  parentIds: 'parents',
  video_ids: 'videos',
  withdrawn_at: 'folder',
}

type Items = Readonly<Record<'category' | 'video' | 'series', readonly FolderItem[]>>

function itemsOf(rows: CatalogueRows, stored: StoredLibrary, recoded: ReadonlySet<string>): Items {
  const parentsOf = Map.groupBy(rows.parents, (row) => row.category_id)
  const known = {
    category: new Map(stored.categories.map((row) => [row.id, row])),
    video: new Map(stored.videos.map((row) => [row.id, row])),
    series: new Map(stored.series.map((row) => [row.url_key, row])),
  }
  const formerOf = Map.groupBy(rows.formerNames, ({ videoId }) => videoId)
  const fieldsOf = (row: object, before: object | undefined) =>
    before ? [...new Set(differingColumns(row, before).map((column) => fieldNames[column] ?? column))] : []
  return {
    category: rows.categories.map((row) => {
      const parentIds = (parentsOf.get(row.id) ?? []).map(({ parent_id }) => parent_id).toSorted()
      return { id: row.id, differing: fieldsOf({ ...row, parentIds }, known.category.get(row.id)) }
    }),
    video: rows.videos.map((row) => ({
      id: row.id,
      differing: [...fieldsOf(row, known.video.get(row.id)), ...(recoded.has(row.id) ? ['code'] : [])],
      formerIds: (formerOf.get(row.id) ?? []).map(({ formerId }) => formerId),
    })),
    series: rows.series.map((row) => ({
      id: row.url_key,
      differing: fieldsOf(row, known.series.get(row.url_key)),
    })),
  }
}

function isSame(rows: CatalogueRows, stored: StoredLibrary, items: Items): boolean {
  const names = new Map(stored.versions.map(({ id, name }) => [id, name]))
  const isKnown = {
    category: new Set(stored.categories.map(({ id }) => id)),
    video: new Set(stored.videos.map(({ id }) => id)),
    series: new Set(stored.series.map(({ url_key }) => url_key)),
  }
  const inFolder = {
    category: new Set(items.category.map(({ id }) => id)),
    video: new Set(items.video.map(({ id }) => id)),
    series: new Set(items.series.map(({ id }) => id)),
  }
  const goes = (id: string, kind: keyof Items, row: Parameters<typeof storedItem>[1]) =>
    storedItem(id, row).presence === 'present' && row.from_folder && !inFolder[kind].has(id)
  return (
    (['category', 'video', 'series'] as const).every((kind) =>
      items[kind].every(({ id, differing }) => isKnown[kind].has(id) && differing.length === 0),
    ) &&
    rows.versions.every(({ id, name }) => names.get(id) === name) &&
    !stored.categories.some((row) => goes(row.id, 'category', row)) &&
    !stored.videos.some((row) => goes(row.id, 'video', row)) &&
    !stored.series.some((row) => goes(row.url_key, 'series', row))
  )
}

type Plans = Readonly<Record<keyof Items, ImportPlan>>

function withoutLeftOut(rows: CatalogueRows, { category, video, series }: Plans): CatalogueRows {
  const isIn = (plan: ImportPlan) => (id: string) => !plan.leftOut.has(id)
  return {
    ...rows,
    categories: rows.categories.filter(({ id }) => isIn(category)(id)),
    parents: rows.parents.filter(({ category_id }) => isIn(category)(category_id)),
    videos: rows.videos.filter(({ id }) => isIn(video)(id)),
    code: rows.code.filter(({ video_id }) => isIn(video)(video_id)),
    formerNames: rows.formerNames.filter(({ videoId }) => isIn(video)(videoId)),
    series: rows.series.filter(({ url_key }) => isIn(series)(url_key)),
  }
}

/** What the import must not touch. */
function staying({ left, leftOut }: ImportPlan): ReadonlySet<string> {
  return new Set([...left, ...leftOut])
}

/** Categories stay with the videos in them, and with the categories below them. */
function leftCategories({ category, video }: Plans, stored: StoredLibrary): ReadonlySet<string> {
  const parentsOf = new Map(stored.categories.map(({ id, parentIds }) => [id, parentIds]))
  const videosLeft = staying(video)
  const left = new Set<string>()
  const keep = (id: string) => {
    if (left.has(id)) return
    left.add(id)
    for (const parentId of parentsOf.get(id) ?? []) keep(parentId)
  }
  for (const id of staying(category)) keep(id)
  for (const { id, category_id } of stored.videos)
    if (videosLeft.has(id) && category_id !== null) keep(category_id)
  return left
}

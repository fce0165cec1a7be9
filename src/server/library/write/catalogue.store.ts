import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { jsonColumns, type VideoRow } from '#server/library/catalogue/video-columns.ts'
import { storeFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import {
  type FormerName,
  forgetFormerNames,
  moveMarks,
  readFormerIds,
  storeFormerName,
} from '#server/library/former-videos/former-video.store.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { CatalogueRows } from './catalogue-rows.ts'
import { changedBy, keepVersions, type When } from './kept-version.store.ts'
import {
  batches,
  forgetUnusedVersions,
  importedBy,
  newValues,
  storeCategories,
  storeSeries,
  storeVersions,
} from './store-groups.store.ts'
import { differingColumns } from './stored-library.store.ts'

/** Changes of the videos by an import. */
export type VideoChanges = {
  readonly added: number
  readonly changed: number
  readonly withdrawn: number
  readonly restored: number
  readonly renamed: number
}

/** Serializes imports without blocking readers. Returns the digest and revision of the last one. */
export async function lockCatalogue(trx: Db): Promise<{ revision: number; digest: string }> {
  await lockImports(trx)
  const row = await trx.selectFrom('catalogue').select(['revision', 'digest']).executeTakeFirst()
  return row ?? { revision: 0, digest: '' }
}

/**
 * Replaces the catalogue by these rows, except for the items that are left as stored. Videos and series that are missing
 * from them are withdrawn: their rows stay.
 */
export async function storeCatalogue(
  trx: Trx,
  { categories, parents, versions, videos, filmSizes, series, code, formerNames }: CatalogueRows,
  { now, realNow }: { now: Date; realNow: Date },
  report: (stored: number) => void,
  left: Left = nothingLeft,
): Promise<VideoChanges & { readonly unknownNames: ReadonlySet<string> }> {
  const when = { now, realNow }
  await storeCategories(trx, categories, parents, when)
  await storeVersions(trx, versions)
  const ids = videos.map(({ id }) => id)
  const recoded = await videosWithOtherCode(trx, code, ids)
  const renamed = await newNames(trx, videos, formerNames)
  const unknownNames = await namesWithoutVideo(trx, renamed)
  const changes = await storeVideos(trx, videos, { recoded, renamed, left: left.videos, when }, report)
  await storeFilmSizes(trx, filmSizes)
  await forgetFormerNames(trx, ids)
  for (const name of renamed) {
    await storeFormerName(trx, name, realNow)
    await moveMarks(trx, name)
  }
  await storeCode(trx, code, recoded)
  await storeSeries(trx, series, left.series, when)
  await forgetUnusedVersions(trx)
  await trx
    .deleteFrom('category')
    .where(notAmong([...categories.map(({ id }) => id), ...left.categories]))
    .execute()
  return { ...changes, unknownNames }
}

/** Ids of items that an import leaves as stored, although its rows do not have them. */
export type Left = Readonly<Record<'categories' | 'videos' | 'series', ReadonlySet<string>>>
const nothingLeft: Left = { categories: new Set(), videos: new Set(), series: new Set() }

/** Stores the digest of the catalogue's source under the next revision. */
export async function storeRevision(
  trx: Db,
  row: { revision: number; digest: string; imported_at: Date },
): Promise<void> {
  await trx
    .insertInto('catalogue')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}

/** Raises the revision, which every process notices. */
export async function nextRevision(trx: Trx, now: Date): Promise<void> {
  await trx
    .insertInto('catalogue')
    .values({ revision: 1, digest: '', imported_at: now })
    .onConflict((conflict) =>
      conflict.column('only_row').doUpdateSet({ revision: sql`catalogue.revision + 1` }),
    )
    .execute()
}

type StoringVideos = {
  readonly recoded: ReadonlySet<string>
  readonly renamed: readonly FormerName[]
  readonly left: ReadonlySet<string>
  readonly when: When
}

async function storeVideos(
  trx: Trx,
  videos: readonly VideoRow[],
  { recoded, renamed, left, when }: StoringVideos,
  report: (stored: number) => void,
): Promise<VideoChanges> {
  const before = await trx.selectFrom('video').selectAll().execute()
  const known = new Map(before.map((row) => [row.id, row]))
  const isPresent = (id: string) => known.get(id)?.withdrawn_at === null
  const movedNames = renamed.filter(({ formerId }) => known.has(formerId))
  const movedIds = new Set(movedNames.map(({ videoId }) => videoId))
  // a former name goes even if it was made at the desk
  const former = new Set(movedNames.map(({ formerId }) => formerId))
  const added = videos.filter(({ id }) => !known.has(id))
  const restored = videos.filter(({ id }) => known.get(id)?.withdrawn_at)
  const changed = videos.filter((video) => isChanged(video, known.get(video.id), recoded))
  await keepVersions(
    trx,
    'video',
    [...restored, ...changed].map(({ id }) => id),
    when,
  )
  let stored = 0
  for (const rows of batches([...added, ...restored, ...changed])) {
    await trx
      .insertInto('video')
      .values(rows.map((row) => ({ ...row, ...jsonColumns(row), changed_at: when.now })))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ ...newValues(rows), ...importedBy('video', when), deleted_at: null }),
      )
      .execute()
    stored += rows.length
    report(stored)
  }
  const withdrawn = await trx
    .updateTable('video')
    .set({ withdrawn_at: when.now, ...changedBy({ by: 'folder' }, when) })
    .where('withdrawn_at', 'is', null)
    .where(notAmong([...videos.map(({ id }) => id), ...[...left].filter((id) => !former.has(id))]))
    .returning('id')
    .execute()
  const withdrawnIds = withdrawn.map(({ id }) => id)
  await trx.deleteFrom('video_code').where(sql<boolean>`video_id = any(${withdrawnIds}::text[])`).execute()
  const unlessMoved = (rows: readonly VideoRow[]) => rows.filter(({ id }) => !movedIds.has(id)).length
  return {
    added: unlessMoved(added),
    changed: changed.length,
    restored: unlessMoved(restored),
    withdrawn: withdrawn.length - movedNames.filter(({ formerId }) => isPresent(formerId)).length,
    renamed: movedIds.size,
  }
}

/**
 * Returns the former names whose target changes: those in the files, and those of videos whose folder has a former name
 * again without declaring it, as after a reverted commit.
 */
export async function newNames(
  trx: Db,
  videos: readonly VideoRow[],
  formerNames: readonly FormerName[],
): Promise<FormerName[]> {
  const before = await readFormerIds(trx)
  const present = new Set(videos.map(({ id }) => id))
  const claimed = new Set(formerNames.map(({ formerId }) => formerId))
  const back = [...before]
    .filter(([formerId, videoId]) => present.has(formerId) && !present.has(videoId) && !claimed.has(videoId))
    .map(([formerId, videoId]): FormerName => ({ formerId: videoId, videoId: formerId }))
  const ambiguous = new Set(
    back.map(({ formerId }) => formerId).filter((id, place, all) => all.indexOf(id) !== place),
  )
  return [...formerNames, ...back.filter(({ formerId }) => !ambiguous.has(formerId))].filter(
    ({ formerId, videoId }) => before.get(formerId) !== videoId,
  )
}

/** Returns the former names that no video ever had. */
async function namesWithoutVideo(trx: Db, renamed: readonly FormerName[]): Promise<ReadonlySet<string>> {
  const names = renamed.map(({ formerId }) => formerId)
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where name not in (select id from video) and name not in (select former_id from former_video)`.execute(
    trx,
  )
  return new Set(rows.map(({ name }) => name))
}

function isChanged(
  video: VideoRow,
  before: Selectable<Tables['video']> | undefined,
  recoded: ReadonlySet<string>,
): boolean {
  if (before === undefined || before.withdrawn_at !== null) return false
  return recoded.has(video.id) || differingColumns(video, before).length > 0
}

type CodeRows = CatalogueRows['code']

/** Returns those of the ids whose stored code differs from these rows, including those that lose all of it. */
export async function videosWithOtherCode(
  trx: Db,
  code: CodeRows,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows: stored } = await sql<Omit<CodeRows[number], 'text'> & { digest: string }>`
    select video_id, place, name, encode(sha256(convert_to(text, 'UTF8')), 'hex') as digest from video_code
    where video_id = any(${[...ids]}::text[])`.execute(trx)
  const keyOf = (row: (typeof stored)[number]) =>
    JSON.stringify([row.video_id, row.place, row.name, row.digest])
  const before = new Map(stored.map((row) => [keyOf(row), row.video_id]))
  const after = new Map(
    code.map((row) => {
      const digest = createHash('sha256').update(row.text).digest('hex')
      return [keyOf({ ...row, digest }), row.video_id]
    }),
  )
  const differing = [...before, ...after].filter(([key]) => !(before.has(key) && after.has(key)))
  return new Set(differing.map(([, videoId]) => videoId))
}

async function storeCode(trx: Db, code: CodeRows, recoded: ReadonlySet<string>): Promise<void> {
  await trx
    .deleteFrom('video_code')
    .where(sql<boolean>`video_id = any(${[...recoded]}::text[])`)
    .execute()
  // in batches, because files may be long
  for (const rows of batches(
    code.filter(({ video_id }) => recoded.has(video_id)),
    50,
  ))
    await trx.insertInto('video_code').values(rows).execute()
}

function notAmong(ids: readonly string[]) {
  return sql<boolean>`id <> all(${ids}::text[])`
}

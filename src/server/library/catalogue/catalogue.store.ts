import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type Selectable, sql } from 'kysely'
import { storeFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import {
  type FormerName,
  forgetFormerNames,
  moveMarks,
  readFormerIds,
  storeFormerName,
} from '#server/library/former-videos/former-video.store.ts'
import { lockImports } from '#server/library/unused-media/unused-media.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { CatalogueRows } from './catalogue-rows.ts'
import type { VideoRow } from './video-columns.ts'

/** Changes of the videos by an import. */
export type VideoChanges = {
  readonly added: number
  readonly changed: number
  readonly withdrawn: number
  readonly restored: number
  readonly renamed: number
}

/** Rows per statement, far below the limit of 65,535 values. */
const rowsAtOnce = 500

/** Serializes imports without blocking readers. Returns the digest and revision of the last one. */
export async function lockCatalogue(trx: Kysely<Tables>): Promise<{ revision: number; digest: string }> {
  await lockImports(trx)
  const row = await trx.selectFrom('catalogue').select(['revision', 'digest']).executeTakeFirst()
  return row ?? { revision: 0, digest: '' }
}

/**
 * Replaces the catalogue by these rows. Videos and series that are missing from them are withdrawn: their rows stay.
 */
export async function storeCatalogue(
  trx: Kysely<Tables>,
  { categories, parents, versions, videos, filmSizes, series, code, formerNames }: CatalogueRows,
  { now, realNow }: { now: Date; realNow: Date },
  report: (stored: number) => void,
): Promise<VideoChanges & { readonly unknownNames: ReadonlySet<string> }> {
  const withdrawnAt = now
  for (const rows of batches(categories))
    await trx
      .insertInto('category')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
      .execute()
  await trx.deleteFrom('category_parent').execute()
  for (const rows of batches(parents)) await trx.insertInto('category_parent').values(rows).execute()
  await trx.deleteFrom('software_version').execute()
  for (const rows of batches(versions)) await trx.insertInto('software_version').values(rows).execute()
  const recoded = await videosWithOtherCode(trx, code)
  const renamed = await newNames(trx, videos, formerNames)
  const unknownNames = await namesWithoutVideo(trx, renamed)
  const changes = await storeVideos(trx, videos, { recoded, renamed }, withdrawnAt, report)
  await storeFilmSizes(trx, filmSizes)
  await forgetFormerNames(
    trx,
    videos.map(({ id }) => id),
  )
  for (const name of renamed) {
    await storeFormerName(trx, name, realNow)
    await moveMarks(trx, name)
  }
  await storeCode(trx, code, recoded)
  await storeSeries(trx, series, withdrawnAt)
  await trx
    .deleteFrom('category')
    .where(notAmong(categories.map(({ id }) => id)))
    .execute()
  return { ...changes, unknownNames }
}

/** Stores the digest of the catalogue's source under the next revision. */
export async function storeRevision(
  trx: Kysely<Tables>,
  row: { revision: number; digest: string; imported_at: Date },
): Promise<void> {
  await trx
    .insertInto('catalogue')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}

async function storeVideos(
  trx: Kysely<Tables>,
  videos: readonly VideoRow[],
  { recoded, renamed }: { recoded: ReadonlySet<string>; renamed: readonly FormerName[] },
  withdrawnAt: Date,
  report: (stored: number) => void,
): Promise<VideoChanges> {
  const before = await trx.selectFrom('video').selectAll().execute()
  const known = new Map(before.map((row) => [row.id, row]))
  const isPresent = (id: string) => known.get(id)?.withdrawn_at === null
  const movedNames = renamed.filter(({ formerId }) => known.has(formerId))
  const movedIds = new Set(movedNames.map(({ videoId }) => videoId))
  const added = videos.filter(({ id }) => !known.has(id))
  const restored = videos.filter(({ id }) => known.get(id)?.withdrawn_at)
  const changed = videos.filter((video) => isChanged(video, known.get(video.id), recoded))
  let stored = 0
  for (const rows of batches([...added, ...restored, ...changed])) {
    await trx
      .insertInto('video')
      .values(rows.map(toInsert))
      .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
      .execute()
    stored += rows.length
    report(stored)
  }
  const withdrawn = await trx
    .updateTable('video')
    .set({ withdrawn_at: withdrawnAt })
    .where('withdrawn_at', 'is', null)
    .where(notAmong(videos.map(({ id }) => id)))
    .executeTakeFirst()
  const unlessMoved = (rows: readonly VideoRow[]) => rows.filter(({ id }) => !movedIds.has(id)).length
  return {
    added: unlessMoved(added),
    changed: changed.length,
    restored: unlessMoved(restored),
    withdrawn:
      Number(withdrawn.numUpdatedRows) - movedNames.filter(({ formerId }) => isPresent(formerId)).length,
    renamed: movedIds.size,
  }
}

/**
 * Returns the former names whose target changes: those in the files, and those of videos whose folder has a former name
 * again without declaring it, as after a reverted commit.
 */
async function newNames(
  trx: Kysely<Tables>,
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
async function namesWithoutVideo(
  trx: Kysely<Tables>,
  renamed: readonly FormerName[],
): Promise<ReadonlySet<string>> {
  const names = renamed.map(({ formerId }) => formerId)
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where name not in (select id from video) and name not in (select former_id from former_video)`.execute(
    trx,
  )
  return new Set(rows.map(({ name }) => name))
}

async function storeSeries(
  trx: Kysely<Tables>,
  series: CatalogueRows['series'],
  withdrawnAt: Date,
): Promise<void> {
  for (const rows of batches(series))
    await trx
      .insertInto('series')
      .values(rows)
      .onConflict((conflict) => conflict.column('url_key').doUpdateSet(newValues(rows)))
      .execute()
  const keys = series.map(({ url_key }) => url_key)
  await trx
    .updateTable('series')
    .set({ withdrawn_at: withdrawnAt })
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`url_key <> all(${keys}::text[])`)
    .execute()
}

function isChanged(
  video: VideoRow,
  before: Selectable<Tables['video']> | undefined,
  recoded: ReadonlySet<string>,
): boolean {
  if (before === undefined || before.withdrawn_at !== null) return false
  const columns = Object.keys(video) as (keyof VideoRow)[]
  return recoded.has(video.id) || columns.some((column) => !isDeepStrictEqual(video[column], before[column]))
}

type CodeRows = CatalogueRows['code']

/** Returns the ids of the videos whose stored code differs from these rows, including those that lose all of it. */
async function videosWithOtherCode(trx: Kysely<Tables>, code: CodeRows): Promise<ReadonlySet<string>> {
  const { rows: stored } = await sql<Omit<CodeRows[number], 'text'> & { digest: string }>`
    select video_id, place, name, encode(sha256(convert_to(text, 'UTF8')), 'hex') as digest from video_code`.execute(
    trx,
  )
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

async function storeCode(trx: Kysely<Tables>, code: CodeRows, recoded: ReadonlySet<string>): Promise<void> {
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

function toInsert({ tracks, chapters, storyboard, ...columns }: VideoRow) {
  return {
    ...columns,
    tracks: JSON.stringify(tracks),
    chapters: JSON.stringify(chapters),
    storyboard: storyboard && JSON.stringify(storyboard),
  }
}

/** The update part of an upsert, for every inserted column. */
function newValues(rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {})
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]))
}

function notAmong(ids: readonly string[]) {
  return sql<boolean>`id <> all(${ids}::text[])`
}

function* batches<Row>(rows: readonly Row[], atOnce = rowsAtOnce): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += atOnce) yield rows.slice(first, first + atOnce)
}

import { type Selectable, sql } from 'kysely'
import type { CodeFile } from '#domain/catalogue/code-files.ts'
import { jsonColumns, type VideoRow } from '#server/library/catalogue/video-columns.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import { changedBy, type Editor, keepVersions, type When } from './kept-version.store.ts'

/** A video's row, with its code in the order of display. */
export type WholeVideo = Selectable<Tables['video']> & { readonly code: readonly CodeFile[] }

/** Returns a video in any state; undefined for an unknown id, and for a former one. */
export async function readWholeVideo(db: Db, id: string): Promise<WholeVideo | undefined> {
  const row = await db
    .selectFrom('video')
    .selectAll()
    .where('id', '=', id)
    .where('id', 'not in', db.selectFrom('former_video').select('former_id'))
    .executeTakeFirst()
  if (!row) return undefined
  const code = await db
    .selectFrom('video_code')
    .select(['name', 'text'])
    .where('video_id', '=', id)
    .orderBy('place')
    .execute()
  return { ...row, code }
}

/** What a change writes; absent columns stay as they are. */
export type VideoChange = Partial<VideoRow> & {
  readonly code?: readonly CodeFile[]
  readonly deleted_at?: Date | null
}

/** Changes a video under its next version, and keeps the one before. */
export async function updateVideo(
  trx: Trx,
  before: WholeVideo,
  { code, ...columns }: VideoChange,
  editor: Editor,
  when: When,
): Promise<void> {
  await keepVersions(trx, 'video', [before.id], when)
  await trx
    .updateTable('video')
    .set({ ...columns, ...jsonColumns({ ...before, ...columns }), ...changedBy(editor, when) })
    .where('id', '=', before.id)
    .execute()
  if (code) await storeCode(trx, before.id, code)
}

/** Adds a draft made at the desk. */
export async function insertDraft(
  trx: Trx,
  draft: Pick<VideoRow, 'id' | 'title' | 'category_id'>,
  editor: Editor,
  when: When,
): Promise<void> {
  const row: VideoRow = {
    ...draft,
    description: '',
    duration_seconds: null,
    published_on: null,
    published_time: null,
    published_at: null,
    tags: [],
    version_ids: [],
    free: false,
    film_key: null,
    small_film_key: null,
    poster_key: null,
    tracks: [],
    chapters: [],
    storyboard: null,
    withdrawn_at: null,
    draft: true,
  }
  await trx
    .insertInto('video')
    .values({ ...row, ...jsonColumns(row), ...changedBy(editor, when), version: 1, from_folder: false })
    .execute()
}

async function storeCode(trx: Trx, videoId: string, code: readonly CodeFile[]): Promise<void> {
  await trx.deleteFrom('video_code').where('video_id', '=', videoId).execute()
  const rows = code.map(({ name, text }, place) => ({ video_id: videoId, place, name, text }))
  if (rows.length > 0) await trx.insertInto('video_code').values(rows).execute()
}

/** Whether an id is that of a video, or was once. */
export async function isVideoId(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('video')
    .select('id')
    .where('id', '=', id)
    .union(db.selectFrom('former_video').select('former_id as id').where('former_id', '=', id))
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the names of versions that are new. */
export async function nameVersions(
  trx: Trx,
  versions: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  if (versions.length === 0) return
  await trx
    .insertInto('software_version')
    .values([...versions])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the names of versions by id. */
export async function versionNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('software_version').selectAll().execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function isCategory(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('category').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns those of the ids that are videos in any state. */
export async function knownVideoIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('video')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

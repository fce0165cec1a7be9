import { type Selectable, sql } from 'kysely'
import type { SeriesRow } from '#server/library/catalogue/video-columns.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import { changedBy, type Editor, keepVersions, type When } from './kept-version.store.ts'

/** Returns all series in order, withdrawn ones included. */
export function readAllSeries(db: Db): Promise<Selectable<Tables['series']>[]> {
  return db.selectFrom('series').selectAll().orderBy('position').orderBy('title').orderBy('url_key').execute()
}

/** Adds a series made at the desk, as the last. */
export async function insertSeries(
  trx: Trx,
  row: Omit<SeriesRow, 'position'>,
  editor: Editor,
  when: When,
): Promise<void> {
  const { position } = await trx
    .selectFrom('series')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('position'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('series')
    .values({ ...row, position: position + 1, ...changedBy(editor, when), version: 1, from_folder: false })
    .execute()
}

/** Changes a series under its next version, and keeps the one before. */
export async function updateSeries(
  trx: Trx,
  urlKey: string,
  columns: Partial<SeriesRow>,
  editor: Editor,
  when: When,
): Promise<void> {
  await keepVersions(trx, 'series', [urlKey], when)
  await trx
    .updateTable('series')
    .set({ ...columns, ...changedBy(editor, when) })
    .where('url_key', '=', urlKey)
    .execute()
}

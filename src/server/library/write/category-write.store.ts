import { sql } from 'kysely'
import type { CategoryRow } from '#server/library/catalogue/video-columns.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { changedBy, type Editor, keepVersions, type When } from './kept-version.store.ts'
import type { Kept } from './restore-version.store.ts'

/** Adds a category made at the desk, the last below its parents. */
export async function insertCategory(
  trx: Trx,
  row: Omit<CategoryRow, 'position'>,
  parentIds: readonly string[],
  editor: Editor,
  when: When,
): Promise<void> {
  const { position } = await trx
    .selectFrom('category')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('position'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('category')
    .values({ ...row, position: position + 1, ...changedBy(editor, when), version: 1, from_folder: false })
    .execute()
  await storeParents(trx, row.id, parentIds)
}

/** Takes a deletion back: its place, its address and the former ones are as they were, under its next version. */
export async function restoreCategory(
  trx: Trx,
  { version, document }: Kept<'category'>,
  {
    parentIds,
    ...texts
  }: Pick<CategoryRow, 'name' | 'description'> & { readonly parentIds: readonly string[] },
  editor: Editor,
  when: When,
): Promise<void> {
  const { id, url_key, position, from_folder, former_paths = [] } = document
  await trx
    .insertInto('category')
    .values({
      id,
      url_key,
      position,
      from_folder,
      ...texts,
      ...changedBy(editor, when),
      version: version + 1,
    })
    .execute()
  await storeParents(trx, id, parentIds)
  const paths = former_paths.map((path) => ({ path, category_id: id }))
  // another category may have been there since
  if (paths.length > 0)
    await trx
      .insertInto('former_category')
      .values(paths)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
}

/** Changes a category under its next version, and keeps the one before. Without `parentIds` it stays where it is. */
export async function updateCategory(
  trx: Trx,
  id: string,
  { parentIds, ...columns }: Partial<CategoryRow> & { readonly parentIds?: readonly string[] },
  editor: Editor,
  when: When,
): Promise<void> {
  await keepVersions(trx, 'category', [id], when)
  await trx
    .updateTable('category')
    .set({ ...columns, ...changedBy(editor, when) })
    .where('id', '=', id)
    .execute()
  if (parentIds) await storeParents(trx, id, parentIds)
}

async function storeParents(trx: Trx, id: string, parentIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('category_parent').where('category_id', '=', id).execute()
  const rows = parentIds.map((parent_id) => ({ category_id: id, parent_id }))
  if (rows.length > 0) await trx.insertInto('category_parent').values(rows).execute()
}

/** Deletes a category with nothing in it; its last version is kept. */
export async function deleteCategory(trx: Trx, id: string, when: When): Promise<void> {
  await keepVersions(trx, 'category', [id], when)
  await trx.deleteFrom('category').where('id', '=', id).execute()
}

/** Stores paths at which categories were. */
export async function storeFormerPaths(
  trx: Trx,
  paths: readonly { readonly path: string; readonly id: string }[],
): Promise<void> {
  for (const { path, id: category_id } of paths)
    await trx
      .insertInto('former_category')
      .values({ path, category_id })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ category_id }))
      .execute()
}

/** Returns the number of videos in each category, without withdrawn ones. */
export async function countVideos(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('video')
    .select(({ fn, ref }) => [ref('category_id').$notNull().as('id'), fn.countAll<string>().as('videos')])
    .where('withdrawn_at', 'is', null)
    .where('category_id', 'is not', null)
    .groupBy('category_id')
    .execute()
  return new Map(rows.map(({ id, videos }) => [id, Number(videos)]))
}

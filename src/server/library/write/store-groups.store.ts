import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/tables.ts'
import type { CatalogueRows } from './catalogue-rows.ts'
import { changedBy, type Kind, keepVersions, type When } from './kept-version.store.ts'
import { differingColumns, readStoredCategories } from './stored-library.store.ts'

/** Rows per statement, far below the limit of 65,535 values. */
const rowsAtOnce = 500

/** Stores the categories that have changed, with their parents. */
export async function storeCategories(
  trx: Trx,
  categories: CatalogueRows['categories'],
  parents: CatalogueRows['parents'],
  when: When,
): Promise<void> {
  const parentsOf = Map.groupBy(parents, (row) => row.category_id)
  const known = new Map((await readStoredCategories(trx)).map((row) => [row.id, row]))
  const changed = categories.filter((row) => {
    const before = known.get(row.id)
    const parentIds = (parentsOf.get(row.id) ?? []).map((parent) => parent.parent_id).toSorted()
    return !before || differingColumns({ ...row, parentIds }, before).length > 0
  })
  const ids = changed.map(({ id }) => id)
  await keepVersions(trx, 'category', ids, when)
  for (const rows of batches(changed))
    await trx
      .insertInto('category')
      .values(rows.map((row) => ({ ...row, changed_at: when.now })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ ...newValues(rows), ...importedBy('category', when) }),
      )
      .execute()
  await trx.deleteFrom('category_parent').where(sql<boolean>`category_id = any(${ids}::text[])`).execute()
  const named = new Set(ids)
  for (const rows of batches(parents.filter((row) => named.has(row.category_id))))
    await trx.insertInto('category_parent').values(rows).execute()
}

/** The columns of an item that an import has changed. */
export function importedBy(table: Kind, { now }: When) {
  return {
    version: sql<number>`${sql.ref(`${table}.version`)} + 1`,
    changed_at: now,
    changed_by: 'folder' as const,
    editor_id: null,
    from_folder: true,
  }
}

export async function storeVersions(trx: Trx, versions: CatalogueRows['versions']): Promise<void> {
  for (const rows of batches(versions))
    await trx
      .insertInto('software_version')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(newValues(rows)))
      .execute()
}

/** Deletes the names of versions that no video has any more. */
export async function forgetUnusedVersions(trx: Trx): Promise<void> {
  await sql`
    delete from software_version where id not in (
      select unnest(version_ids) from video where withdrawn_at is null)`.execute(trx)
}

/** Stores the series that have changed, and withdraws those that are neither among them nor left. */
export async function storeSeries(
  trx: Trx,
  series: CatalogueRows['series'],
  left: ReadonlySet<string>,
  when: When,
): Promise<void> {
  const before = await trx.selectFrom('series').selectAll().execute()
  const known = new Map(before.map((row) => [row.url_key, row]))
  const changed = series.filter((row) => {
    const one = known.get(row.url_key)
    return !one || differingColumns(row, one).length > 0
  })
  await keepVersions(
    trx,
    'series',
    changed.map(({ url_key }) => url_key),
    when,
  )
  for (const rows of batches(changed))
    await trx
      .insertInto('series')
      .values(rows.map((row) => ({ ...row, changed_at: when.now })))
      .onConflict((conflict) =>
        conflict.column('url_key').doUpdateSet({ ...newValues(rows), ...importedBy('series', when) }),
      )
      .execute()
  const keys = [...series.map(({ url_key }) => url_key), ...left]
  await trx
    .updateTable('series')
    .set({ withdrawn_at: when.now, ...changedBy({ by: 'folder' }, when) })
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`url_key <> all(${keys}::text[])`)
    .execute()
}

/** The update part of an upsert, for every inserted column. */
export function newValues(rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {})
  return Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]))
}

export function* batches<Row>(rows: readonly Row[], atOnce = rowsAtOnce): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += atOnce) yield rows.slice(first, first + atOnce)
}

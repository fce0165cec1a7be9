import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { changedBy, type Editor, keepVersions, type When } from './kept-version.store.ts'

/** Which list of a video a label is in. */
export type LabelColumn = 'tags' | 'version_ids'

/** Returns the labels in use with the number of their videos, most used first. */
export async function countLabels(
  db: Db,
  column: LabelColumn,
): Promise<{ readonly label: string; readonly videos: number }[]> {
  const { rows } = await sql<{ label: string; videos: number }>`
    select label, count(*)::int as videos
    from (select unnest(${sql.ref(column)}) as label from video where withdrawn_at is null) as used
    group by label order by videos desc, label`.execute(db)
  return rows
}

/**
 * Replaces a label on every video, in its place; a video that has both keeps the new one. Returns how many changed, which
 * includes those whose label only gets another spelling.
 */
export async function replaceLabel(
  trx: Trx,
  column: LabelColumn,
  { from, to }: { readonly from: string; readonly to: string },
  editor: Editor,
  when: When,
): Promise<number> {
  const rows = await trx
    .selectFrom('video')
    .select('id')
    .where(sql<boolean>`${from} = any(${sql.ref(column)})`)
    .execute()
  const ids = rows.map(({ id }) => id)
  await keepVersions(trx, 'video', ids, when)
  const labels = sql<string[]>`case
    when ${from}::text = ${to}::text then ${sql.ref(column)}
    when ${to} = any(${sql.ref(column)})
    then array_remove(${sql.ref(column)}, ${from}) else array_replace(${sql.ref(column)}, ${from}, ${to}) end`
  await trx
    .updateTable('video')
    .set({
      ...(column === 'tags' ? { tags: labels } : { version_ids: labels }),
      ...changedBy(editor, when),
    })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  return ids.length
}

/** Stores the name of a version, which replaces one that differs in its spelling. */
export async function nameVersion(trx: Trx, id: string, name: string): Promise<void> {
  await trx
    .insertInto('software_version')
    .values({ id, name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute()
}

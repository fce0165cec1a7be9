import { sql } from 'kysely'
import type { Db, PosterSize } from '#server/platform/database/tables.ts'

/** Returns the keys of posters in use without smaller copies. */
export async function postersWithoutSizes(db: Db): Promise<string[]> {
  const inUse = (table: 'video' | 'series') =>
    db
      .selectFrom(table)
      .select((expression) => expression.ref('poster_key').$notNull().as('key'))
      .where('withdrawn_at', 'is', null)
      .where('poster_key', 'is not', null)
  const rows = await db
    .selectFrom(inUse('video').union(inUse('series')).as('used'))
    .select('used.key')
    .where('used.key', 'not in', db.selectFrom('poster').select('key'))
    .execute()
  return rows.map(({ key }) => key)
}

/** Stores the copies of posters under the next revision of the catalogue, which notifies every process. */
export async function storePosterSizes(
  trx: Db,
  posters: ReadonlyMap<string, readonly PosterSize[]>,
): Promise<void> {
  const rows = [...posters].map(([key, sizes]) => ({ key, sizes: JSON.stringify(sizes) }))
  await trx
    .insertInto('poster')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx.updateTable('catalogue').set({ revision: sql`revision + 1` }).execute()
}

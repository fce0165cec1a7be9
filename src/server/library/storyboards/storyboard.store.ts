import { sql } from 'kysely'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** A video file in use, by its media store key. */
export type FilmInUse = { readonly key: string; readonly durationSeconds: number }

/** Returns the films without a storyboard, authored or generated, last published first, those of drafts included. */
export async function filmsWithoutStoryboard(db: Db): Promise<FilmInUse[]> {
  const rows = await db
    .selectFrom('video')
    .select(({ fn, ref }) => [
      ref('film_key').$notNull().as('film_key'),
      fn.max(ref('duration_seconds').$notNull()).as('seconds'),
    ])
    .where('film_key', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('storyboard', 'is', null)
    .where('film_key', 'not in', db.selectFrom('storyboard').select('film_key'))
    .groupBy('film_key')
    .orderBy(({ fn }) => fn.max('published_on'), 'desc')
    .orderBy('film_key')
    .execute()
  return rows.map(({ film_key, seconds }) => ({ key: film_key, durationSeconds: seconds }))
}

/** Returns the generated storyboards, by key of the video file. */
export async function readStoryboards(db: Db): Promise<ReadonlyMap<string, StoredStoryboard>> {
  const rows = await db.selectFrom('storyboard').selectAll().execute()
  return new Map(rows.map(({ film_key, storyboard }) => [film_key, storyboard]))
}

/** Stores a video's storyboard under the next revision of the catalogue, which notifies every process. */
export async function storeStoryboard(trx: Db, filmKey: string, storyboard: StoredStoryboard): Promise<void> {
  await insertStoryboard(trx, filmKey, storyboard)
  await trx.updateTable('catalogue').set({ revision: sql`revision + 1` }).execute()
}

/** Stores a film's storyboard, which the caller publishes. */
export async function insertStoryboard(
  trx: Db,
  filmKey: string,
  storyboard: StoredStoryboard,
): Promise<void> {
  await trx
    .insertInto('storyboard')
    .values({ film_key: filmKey, storyboard: JSON.stringify(storyboard) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { type Insertable, sql } from 'kysely'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'

/** Stores the sizes of film files, by media store key. Known ones are skipped: a key is a hash of the bytes. */
export async function storeFilmSizes(
  trx: Db,
  sizes: readonly Insertable<Tables['film_size']>[],
): Promise<void> {
  for (let first = 0; first < sizes.length; first += rowsAtOnce)
    await trx
      .insertInto('film_size')
      .values(sizes.slice(first, first + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const rowsAtOnce = 1_000

/** Returns the keys of the smaller films that the site made of present and former videos. */
export async function readSiteSmallFilms(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('film_size')
    .select('film_key')
    .where('made_by', '=', 'site')
    .where('film_key', 'in', db.selectFrom('video').select(sql<string>`small_film_key`.as('key')))
    .execute()
  return new Set(rows.map(({ film_key }) => film_key))
}

/** Returns the sizes of the films that come in more than one, by media store key of each file. */
export async function readFilmSizes(db: Db): Promise<ReadonlyMap<string, FilmSize>> {
  const rows = await db
    .selectFrom('film_size')
    .selectAll()
    .where(sql<boolean>`exists (select from video where small_film_key is not null
      and film_size.film_key in (video.film_key, small_film_key))`)
    .execute()
  return new Map(
    rows.map(({ film_key, height, kilobits_per_second }) => [
      film_key,
      { height, kilobitsPerSecond: kilobits_per_second },
    ]),
  )
}

import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

// the row of a former name is kept for what is written late, and names nothing
const videos = 'video where id not in (select former_id from former_video)'

/**
 * Each column whose keys are in use, with the query that lists them. A withdrawn video or series names its media: it comes back with
 * its folder. Copies of a poster and storyboards made here are in use while the poster or film is.
 */
export const namedBy: Readonly<Record<string, string>> = {
  'video.film_key': `select film_key as key from ${videos}`,
  'video.poster_key': `select poster_key from ${videos}`,
  'video.tracks': `select jsonb_array_elements(tracks) ->> 'key' from ${videos}`,
  'video.storyboard': `select storyboard ->> 'key' from ${videos}`,
  'series.poster_key': 'select poster_key from series',
  'poster.sizes': `select jsonb_array_elements(sizes) ->> 'key' from poster
    where key in (select poster_key from ${videos} union all select poster_key from series)`,
  'storyboard.storyboard': `select storyboard ->> 'key' from storyboard where film_key in (select film_key from ${videos})`,
  'playback_grant.film_key': 'select film_key from playback_grant',
  'avatar.key': 'select key from avatar',
}

const named = `select key from (${Object.values(namedBy).join(' union all ')}) as named where key is not null`

/** Lists the keys in `unused_media` that nothing names, with `since` as text; plain SQL, also for the backup. */
export const unusedMediaQuery = `select key, since::text from unused_media where key not in (${named})`

export type UnusedMedia = { readonly key: string; readonly since: string }

export async function readUnusedMedia(db: Kysely<Tables>): Promise<UnusedMedia[]> {
  return (await sql.raw<UnusedMedia>(unusedMediaQuery).execute(db)).rows
}

/** Whether any row names these bytes: the same bytes are stored once. */
export async function isNamed(db: Kysely<Tables>, key: string): Promise<boolean> {
  const { rows } = await sql`select where ${key} in (${sql.raw(named)})`.execute(db)
  return rows.length > 0
}

/** Serialises imports, and the removal of media with them. Readers go on. */
export async function lockImports(trx: Transaction<Tables> | Kysely<Tables>): Promise<void> {
  await sql`lock table catalogue in exclusive mode`.execute(trx)
}

/** Notes that somebody is about to name a key: whatever time it was unused for does not count. */
export async function noteInUse(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('unused_media').where('key', '=', key).execute()
}

/** Brings `unused_media` up to date with what is stored, and what is named, at `now`. */
export async function noteUnused(
  trx: Transaction<Tables>,
  stored: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    delete from unused_media where key <> all(${stored}::text[]) or key in (${sql.raw(named)})`.execute(trx)
  await sql`
    insert into unused_media (key, since)
      select key, ${now} from unnest(${stored}::text[]) as key where key not in (${sql.raw(named)})
    on conflict (key) do nothing`.execute(trx)
}

/**
 * Takes some keys that have been unused since `before` or longer out of the table, with what belongs to them; returns them. Who
 * notes that one of them is in use waits for the transaction.
 */
export async function takeUnused(
  trx: Transaction<Tables>,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from unused_media where key in (
      select key from unused_media where since <= ${before} and key not in (${sql.raw(named)})
      order by key limit ${limit} for update)
    returning key`.execute(trx)
  const keys = rows.map(({ key }) => key)
  // of what is gone neither may be found again: they are made anew if the poster or film returns
  await sql`
    delete from poster where key = any(${keys}::text[]) or exists (
      select from jsonb_array_elements(sizes) as size where size ->> 'key' = any(${keys}::text[]))`.execute(
    trx,
  )
  await sql`
    delete from storyboard
    where film_key = any(${keys}::text[]) or storyboard ->> 'key' = any(${keys}::text[])`.execute(trx)
  return keys
}

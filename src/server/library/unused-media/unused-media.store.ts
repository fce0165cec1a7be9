import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

// the row of a former name only collects late writes, and references nothing
const videos = 'video where id not in (select former_id from former_video)'

/**
 * The columns that reference media, each with the query for its keys in use. Withdrawn videos and series still
 * reference theirs, because they may return. Copies of a poster and generated storyboards are in use while the poster
 * or video is.
 */
export const namedBy: Readonly<Record<string, string>> = {
  'video.film_key': `select film_key as key from ${videos}`,
  'video.small_film_key': `select small_film_key from ${videos}`,
  'video.poster_key': `select poster_key from ${videos}`,
  'video.tracks': `select jsonb_array_elements(tracks) ->> 'key' from ${videos}`,
  'video.storyboard': `select storyboard ->> 'key' from ${videos}`,
  'library_version.media': 'select unnest(media) from library_version',
  'series.poster_key': 'select poster_key from series',
  'poster.sizes': `select jsonb_array_elements(sizes) ->> 'key' from poster
    where key in (select poster_key from ${videos} union all select poster_key from series)`,
  'storyboard.storyboard': `select storyboard ->> 'key' from storyboard where film_key in (select film_key from ${videos})`,
  'playback_grant.film_key': 'select film_key from playback_grant',
  'playback_grant.small_film_key': 'select small_film_key from playback_grant',
  'film_job.poster_keys': 'select unnest(poster_keys) from film_job',
  'avatar.key': 'select key from avatar',
}

const named = `select key from (${Object.values(namedBy).join(' union all ')}) as named where key is not null`

/** Query for unreferenced keys in `unused_media`, with `since` as text; plain SQL, also for the backup. */
export const unusedMediaQuery = `select key, since::text from unused_media where key not in (${named})`

export type UnusedMedia = { readonly key: string; readonly since: string }

export async function readUnusedMedia(db: Db): Promise<UnusedMedia[]> {
  return (await sql.raw<UnusedMedia>(unusedMediaQuery).execute(db)).rows
}

/** Returns whether any row references these bytes; equal bytes are stored once. */
export async function isNamed(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select where ${key} in (${sql.raw(named)})`.execute(db)
  return rows.length > 0
}

/** Serialises imports and the removal of media. Readers are not blocked. */
export async function lockImports(trx: Trx | Db): Promise<void> {
  await sql`lock table catalogue in exclusive mode`.execute(trx)
}

/** Marks a key as about to be referenced, which resets its unused time. */
export async function noteInUse(db: Db, key: string): Promise<void> {
  await db.deleteFrom('unused_media').where('key', '=', key).execute()
}

/** Updates `unused_media` from the stored and the referenced keys at `now`. */
export async function noteUnused(trx: Trx, stored: readonly string[], now: Date): Promise<void> {
  await sql`
    delete from unused_media where key <> all(${stored}::text[]) or key in (${sql.raw(named)})`.execute(trx)
  await sql`
    insert into unused_media (key, since)
      select key, ${now} from unnest(${stored}::text[]) as key where key not in (${sql.raw(named)})
    on conflict (key) do nothing`.execute(trx)
}

/**
 * Deletes some keys that have been unused since `before` from the table, with their dependent rows; returns them.
 * `noteInUse` for one of them waits for the transaction.
 */
export async function takeUnused(trx: Trx, before: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from unused_media where key in (
      select key from unused_media where since <= ${before} and key not in (${sql.raw(named)})
      order by key limit ${limit} for update)
    returning key`.execute(trx)
  const keys = rows.map(({ key }) => key)
  // dependent rows must not be found again: they are regenerated if the poster or video returns
  await sql`
    delete from poster where key = any(${keys}::text[]) or exists (
      select from jsonb_array_elements(sizes) as size where size ->> 'key' = any(${keys}::text[]))`.execute(
    trx,
  )
  await sql`delete from film_size where film_key = any(${keys}::text[])`.execute(trx)
  await sql`
    delete from storyboard
    where film_key = any(${keys}::text[]) or storyboard ->> 'key' = any(${keys}::text[])`.execute(trx)
  return keys
}

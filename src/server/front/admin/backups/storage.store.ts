import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/** What media are there for; a key that several reference counts for the first. */
const kinds = {
  films: `select film_key as key from video where deleted_at is null
    union all select small_film_key from video where deleted_at is null`,
  posters: `select poster_key from video where deleted_at is null union all select poster_key from series
    union all select storyboard ->> 'key' from video where deleted_at is null
    union all select jsonb_array_elements(sizes) ->> 'key' from poster
    union all select storyboard ->> 'key' from storyboard union all select unnest(poster_keys) from film_job`,
  captions: `select jsonb_array_elements(tracks) ->> 'key' from video where deleted_at is null`,
  avatars: 'select key from avatar',
  trash: `select unnest(array[film_key, small_film_key, poster_key, storyboard ->> 'key']) from video
    where deleted_at is not null
    union all select jsonb_array_elements(tracks) ->> 'key' from video where deleted_at is not null`,
  versions: 'select unnest(media) from library_version',
} as const

export type MediaKind = keyof typeof kinds

/** Returns what each referenced key is there for. */
export async function readMediaKinds(db: Db): Promise<ReadonlyMap<string, MediaKind>> {
  const parts = Object.entries(kinds).map(
    ([kind, query], place) =>
      `select key, '${kind}' as kind, ${place} as place from (${query}) as of_kind (key) where key is not null`,
  )
  const { rows } = await sql
    .raw<{ key: string; kind: MediaKind }>(
      `select distinct on (key) key, kind from (${parts.join(' union all ')}) as named order by key, place`,
    )
    .execute(db)
  return new Map(rows.map(({ key, kind }) => [key, kind]))
}

/** Returns the bytes of the files of code, which are in the database. */
export async function codeBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size('video_code') as bytes`.execute(
    db,
  )
  return Number(rows[0]?.bytes ?? 0)
}

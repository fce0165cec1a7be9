import { sql } from 'kysely'
import type { Days } from '#domain/catalogue/film-counts.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { FilmCount } from './film-counts.ts'
import type { FilmSum } from './film-sums.store.ts'

/**
 * Adds counts to those of their days, and stores how many signed-in users have started each of these videos on that
 * day of the `zone`. A video that was deleted meanwhile is left out.
 */
export async function addFilmCounts(trx: Trx, counts: readonly FilmCount[], zone: string): Promise<void> {
  await sql`
    with counted as (
      select * from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        as row ("videoId" text, day date, starts integer, seconds float8, hundredths integer[])
      where exists (select from video where id = "videoId")
      order by "videoId", day)
    insert into film_day as stored (video_id, day, starts, seconds, viewers, hundredths)
      select "videoId", day, starts, seconds, (
        select count(*) from viewing
        where video_id = "videoId" and viewed_at >= day::timestamp at time zone ${zone}
          and viewed_at < (day + 1)::timestamp at time zone ${zone}), hundredths
      from counted
    on conflict (video_id, day) do update set
      starts = stored.starts + excluded.starts,
      seconds = stored.seconds + excluded.seconds,
      viewers = greatest(stored.viewers, excluded.viewers),
      hundredths = array(select a + b from unnest(stored.hundredths, excluded.hundredths) as both_of (a, b))`.execute(
    trx,
  )
}

/** Moves the counts of a former video to another; days that both have are added up. */
export async function moveFilmCounts(trx: Db, formerId: string, videoId: string): Promise<void> {
  await sql`
    with former as (delete from film_day where video_id = ${formerId} returning *)
    insert into film_day as stored (video_id, day, starts, seconds, viewers, hundredths)
      select ${videoId}, day, starts, seconds, viewers, hundredths from former
    on conflict (video_id, day) do update set
      starts = stored.starts + excluded.starts,
      seconds = stored.seconds + excluded.seconds,
      viewers = greatest(stored.viewers, excluded.viewers),
      hundredths = array(select a + b from unnest(stored.hundredths, excluded.hundredths) as both_of (a, b))`.execute(
    trx,
  )
}

/** Sums of one video over a period, and how often each hundredth was played; undefined where it was not watched. */
export async function filmSum(
  db: Db,
  { from, to }: Days,
  videoId: string,
): Promise<(Omit<FilmSum, 'title' | 'toEnd'> & { readonly hundredths: readonly number[] }) | undefined> {
  const { rows } = await sql<Omit<FilmSum, 'title' | 'toEnd'> & { hundredths: number[] }>`
    with day as (
      select * from film_day where video_id = ${videoId} and day between ${from}::date and ${to}::date)
    select video_id as "videoId", sum(starts)::integer as starts, sum(seconds) as seconds, sum(viewers)::integer as viewers,
      array(select sum(count) from day as one, unnest(one.hundredths) with ordinality as part (count, place)
        group by place order by place)::integer[] as hundredths
    from day group by video_id`.execute(db)
  return rows[0]
}

const dayColumns = ['film_day.day', 'film_day.starts', 'film_day.seconds', 'film_day.viewers'] as const

/** The days of a video on which it was watched, in order. */
export async function filmDays(db: Db, { from, to }: Days, videoId: string) {
  return db
    .selectFrom('film_day')
    .select(dayColumns)
    .where('video_id', '=', videoId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
}

/** The days of all videos on which they were watched, by video, at most `limit`. */
export async function allFilmDays(db: Db, { from, to }: Days, limit: number) {
  return db
    .selectFrom('film_day')
    .innerJoin('video', 'video.id', 'film_day.video_id')
    .select(['video.id as videoId', 'video.title', ...dayColumns])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('video.id')
    .orderBy('day')
    .limit(limit)
    .execute()
}

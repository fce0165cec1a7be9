import { sql } from 'kysely'
import { type Days, placeOfEnd, wholeMonths } from '#domain/catalogue/film-counts.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Sums of a video over a period; `viewers` adds up the viewers of each day. */
export type FilmSum = {
  readonly videoId: string
  readonly title: string
  readonly starts: number
  readonly seconds: number
  readonly viewers: number
  /** How often the last hundredth but one was played. */
  readonly toEnd: number
}

/** Videos watched in a period, most starts first, one page of them; `count`: of all pages. */
export async function filmSums(
  db: Db,
  days: Days,
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly films: FilmSum[] }> {
  const { rows } = await sql<FilmSum & { count: number }>`
    with page as (
      select video_id, sum(starts) as starts, (count(*) over ())::integer as count
      from (${startsOf(days)}) as part
      group by video_id order by sum(starts) desc, video_id
      limit ${limit} offset ${offset})
    select video.id as "videoId", video.title, page.count, sums.*
    from page join video on video.id = page.video_id, lateral (
      select sum(starts)::integer as starts, sum(seconds) as seconds, sum(viewers)::integer as viewers,
        sum(hundredths[${placeOfEnd + 1}])::integer as "toEnd"
      from film_day where video_id = page.video_id and day between ${days.from}::date and ${days.to}::date) as sums
    order by page.starts desc, video.id`.execute(db)
  const films = rows.map(({ count: _count, ...film }) => film)
  if (films.length > 0 || offset === 0) return { count: rows[0]?.count ?? 0, films }
  const { rows: counted } = await sql<{ count: number }>`
    select count(distinct video_id)::integer as count from (${startsOf(days)}) as part`.execute(db)
  return { count: counted[0]?.count ?? 0, films }
}

/**
 * Rows whose starts add up to those of each video watched in a period: one for a year in which it was watched in whole
 * months of the period, and one for each day outside of these. An index has the starts of days.
 */
function startsOf({ from, to }: Days) {
  const months = wholeMonths({ from, to })
  if (!months)
    return sql`select video_id, starts from film_day where day between ${from}::date and ${to}::date`
  const { first, last, begin, end } = months
  // places in the cumulative sums of a year: before the first month of the period, and after its last
  const before = sql`case year when ${first.year}::integer then ${first.month}::integer else 1 end`
  const after = sql`case year when ${last.year}::integer then ${last.month + 1}::integer else 13 end`
  return sql`
    select video_id, starts[${after}] - starts[${before}] as starts from film_year
    where year between ${first.year}::integer and ${last.year}::integer and days[${after}] > days[${before}]
    union all select video_id, starts from film_day where day >= ${from}::date and day < ${begin}::date
    union all select video_id, starts from film_day where day >= ${end}::date and day <= ${to}::date`
}

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DeskVideoRow, VideoFilter, VideoState } from '#contract/admin/library/admin-library.ts'
import { pageSize } from '#domain/page-size.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'

type Row = Omit<DeskVideoRow, 'changedAt'> & { readonly changedAt: Date | null }

/** The state of `video` at a business instant. */
const stateAt = (now: Date) => sql<VideoState>`case
  when deleted_at is not null then 'trash'
  when withdrawn_at is not null then 'withdrawn'
  when draft then 'draft'
  when published_at > ${now} then 'scheduled'
  else 'published' end`

const published = sql<string | null>`published_on::text || coalesce(' ' || published_time, '')`
const hasCaptions = sql<boolean>`(jsonb_array_length(tracks) > 0)`
const hasStoryboard = sql<boolean>`(video.storyboard is not null
  or exists(select from storyboard where storyboard.film_key = video.film_key))`

/** Returns a page of the videos that satisfy the filter, and the number of all of them. */
export async function findDeskVideos(
  db: Db,
  filter: VideoFilter,
  now: Date,
): Promise<{ readonly count: number; readonly videos: readonly Row[] }> {
  const meant = videosOf(db, filter, now)
  const counted = sql<string>`count(*) over ()`.as('count')
  // the filter reads every video: once for the page and the number
  const page = await meant
    .select(['id', counted])
    .orderBy(orderOf(filter))
    .orderBy('id')
    .limit(pageSize)
    .offset(Number(filter.page ?? 0) * pageSize)
    .execute()
  if (page.length === 0) return { count: await countBeyond(meant, filter), videos: [] }
  const ids = page.map(({ id }) => id)
  const videos = await inOrder(db.selectFrom('video').where('id', 'in', ids), filter, now).execute()
  return { count: Number(page[0]?.count), videos }
}

/** The number of videos where no row of the page tells it: it is beyond the last one. */
async function countBeyond(meant: ReturnType<typeof videosOf>, { page = '0' }: VideoFilter): Promise<number> {
  if (Number(page) === 0) return 0
  const { count } = await meant
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns all videos that satisfy the filter. */
export function allDeskVideos(db: Db, filter: VideoFilter, now: Date): Promise<readonly Row[]> {
  return inOrder(videosOf(db, filter, now), filter, now).execute()
}

function videosOf(db: Db, filter: VideoFilter, now: Date) {
  const conditions = conditionsOf(filter, now)
  return (
    db
      .selectFrom('video')
      // the row of a former id only collects late writes
      .where('id', 'not in', db.selectFrom('former_video').select('former_id'))
      .where((row) => row.and(conditions))
  )
}

function inOrder(videos: SelectQueryBuilder<Tables, 'video', object>, filter: VideoFilter, now: Date) {
  return videos.select(rowColumns(now)).orderBy(orderOf(filter)).orderBy('id')
}

function rowColumns(now: Date) {
  return [
    'id',
    'version',
    'title',
    'free',
    'tags',
    stateAt(now).as('state'),
    published.as('published'),
    'category_id as categoryId',
    'duration_seconds as durationSeconds',
    'changed_at as changedAt',
    hasCaptions.as('hasCaptions'),
    hasStoryboard.as('hasStoryboard'),
  ] as const
}

/** Returns a video's row of the table; undefined for an unknown one. */
export async function readDeskRow(db: Db, id: string, now: Date): Promise<Row | undefined> {
  return db.selectFrom('video').select(rowColumns(now)).where('id', '=', id).executeTakeFirst()
}

function conditionsOf(
  { search = '', state, captions, storyboard, free, category, tag }: VideoFilter,
  now: Date,
) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [
    // without a state: all that is not gone
    state ? sql<SqlBool>`${stateAt(now)} = ${state}` : sql<SqlBool>`withdrawn_at is null`,
    // of each video the text is put together once, for all words
    ...(words.length === 0
      ? []
      : [
          sql<SqlBool>`lower(concat_ws(' ', title, id, array_to_string(tags, ' '))) like all(${words.map(
            (word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`,
          )}::text[])`,
        ]),
    ...(captions ? [sql<SqlBool>`${hasCaptions} = ${captions === 'yes'}`] : []),
    ...(storyboard ? [sql<SqlBool>`${hasStoryboard} = ${storyboard === 'yes'}`] : []),
    ...(free ? [sql<SqlBool>`free = ${free === 'yes'}`] : []),
    ...(tag === undefined ? [] : [sql<SqlBool>`${tag} = any(tags)`]),
    ...(category === undefined
      ? []
      : [
          sql<SqlBool>`category_id in (
            with recursive below (id) as (
              select ${category}::text
              union select category_id from category_parent join below on parent_id = below.id)
            select id from below)`,
        ]),
  ]
}

const columns = {
  changed: 'changed_at',
  title: 'title',
  published: 'published_at',
  duration: 'duration_seconds',
} as const

/** The newest change first, unless told otherwise; what is missing comes last. */
function orderOf({ sort = 'changed', descending = sort === 'changed' ? 'yes' : 'no' }: VideoFilter) {
  return sql`${sql.ref(columns[sort])} ${sql.raw(descending === 'yes' ? 'desc' : 'asc')} nulls last`
}

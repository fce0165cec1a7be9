import type { NotNull } from 'kysely'
import type { Beginning } from '#domain/catalogue/beginning.ts'
import { isListed } from '#domain/catalogue/catalogue.ts'
import type { FilmSize } from '#domain/catalogue/film-form.ts'
import { readFilmSizes } from '#server/library/film-sizes/film-size.store.ts'
import { readFormerIds } from '#server/library/former-videos/former-video.store.ts'
import { readStoryboards } from '#server/library/storyboards/storyboard.store.ts'
import { readBeginnings, readTranscriptRevision } from '#server/library/transcripts/transcript.store.ts'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CategoryRow, PosterCopies, SeriesRow, StoredVideo } from './video-columns.ts'

/** The catalogue as last imported, including videos to be published later. */
export type StoredCatalogue = {
  /** 0 before the first import. */
  readonly revision: number
  readonly videos: readonly StoredVideo[]
  /** Ids of videos that were published and have been withdrawn since. */
  readonly withdrawn: readonly string[]
  readonly categories: readonly StoredCategory[]
  readonly versions: readonly { readonly id: string; readonly name: string }[]
  /** Without posters that are still to be processed. */
  readonly posters: PosterCopies
  /** Generated ones, by the key of their video file. */
  readonly storyboards: ReadonlyMap<string, StoredStoryboard>
  /** Of films that come in more than one, by the key of each file. */
  readonly filmSizes: ReadonlyMap<string, FilmSize>
  /** Revision of the transcripts that `beginnings` were read from. */
  readonly transcripts: number
  /** The first spoken words, by video. */
  readonly beginnings: ReadonlyMap<string, readonly Beginning[]>
  /** Number of code files, for videos with code. */
  readonly codeFiles: ReadonlyMap<string, number>
  /** Video ids by former id. */
  readonly formerIds: ReadonlyMap<string, string>
  /** Category ids by former path: URL keys from the top, joined by `/`. */
  readonly formerCategories: ReadonlyMap<string, string>
  readonly series: readonly StoredSeries[]
  /** Keys of series that were shown and have been withdrawn since. */
  readonly withdrawnSeries: readonly string[]
}

export type StoredSeries = SeriesRow

type StoredCategory = CategoryRow & {
  readonly parentIds: readonly string[]
}

/** Reads the stored catalogue in one snapshot. */
export function readStoredCatalogue(db: Db): Promise<StoredCatalogue> {
  return inTransaction(
    db,
    async (trx) => {
      const revision = await readRevision(trx)
      const videos = await trx
        .selectFrom('video')
        .selectAll()
        .where('withdrawn_at', 'is', null)
        .where('draft', '=', false)
        .$narrowType<{
          category_id: NotNull
          published_on: NotNull
          published_at: NotNull
          film_key: NotNull
          duration_seconds: NotNull
        }>()
        .execute()
      const withdrawn = await trx
        .selectFrom('video')
        .select(['id', 'published_at'])
        .select((expression) => expression.ref('withdrawn_at').$notNull().as('withdrawnAt'))
        .where('withdrawn_at', 'is not', null)
        .where('draft', '=', false)
        .execute()
      const categories = await trx.selectFrom('category').selectAll().execute()
      const parents = await trx.selectFrom('category_parent').selectAll().orderBy('parent_id').execute()
      const parentsOf = Map.groupBy(parents, (row) => row.category_id)
      const versions = await trx.selectFrom('software_version').selectAll().execute()
      const posters = await trx.selectFrom('poster').selectAll().execute()
      const series = await trx.selectFrom('series').selectAll().execute()
      const publishedAt = new Map([...videos, ...withdrawn].map((video) => [video.id, video.published_at]))
      const wasShown = ({ video_ids, withdrawn_at }: StoredSeries) =>
        withdrawn_at !== null && video_ids.some((id) => isListed(publishedAt.get(id), withdrawn_at))
      return {
        revision,
        videos,
        withdrawn: withdrawn
          .filter((video) => isListed(video.published_at, video.withdrawnAt))
          .map(({ id }) => id),
        categories: categories.map((category) => ({
          ...category,
          parentIds: parentsOf.get(category.id)?.map((row) => row.parent_id) ?? [],
        })),
        versions,
        transcripts: await readTranscriptRevision(trx),
        beginnings: await readBeginnings(trx),
        codeFiles: await countCodeFiles(trx),
        storyboards: await readStoryboards(trx),
        filmSizes: await readFilmSizes(trx),
        posters: new Map(posters.map(({ key, sizes }) => [key, sizes])),
        formerIds: await readFormerIds(trx),
        formerCategories: await readFormerCategories(trx),
        series: series.filter(({ withdrawn_at }) => withdrawn_at === null),
        withdrawnSeries: series.filter(wasShown).map(({ url_key }) => url_key),
      }
    },
    'repeatable read',
  )
}

async function readFormerCategories(trx: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await trx.selectFrom('former_category').selectAll().execute()
  return new Map(rows.map(({ path, category_id }) => [path, category_id]))
}

async function countCodeFiles(trx: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('video_code')
    .select(({ fn }) => ['video_id', fn.countAll<string>().as('files')])
    .groupBy('video_id')
    .execute()
  return new Map(rows.map(({ video_id, files }) => [video_id, Number(files)]))
}

/** Number of the last import; 0 before the first. */
export async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('catalogue').select('revision').executeTakeFirst()
  return row?.revision ?? 0
}

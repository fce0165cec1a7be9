import { type Selectable, sql } from 'kysely'
import type { CodeFile } from '#domain/catalogue/code-files.ts'
import type { CategoryRow, SeriesRow, VideoRow } from '#server/library/catalogue/video-columns.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'
import type { Kind } from './kept-version.store.ts'
import type { VideoChange } from './video-write.store.ts'

/** How long the trash and replaced versions keep their media, on the real clock. */
const keptDays = 30

/** The document of a video's kept version. */
type VideoDocument = VideoRow & {
  readonly code: readonly CodeFile[]
  readonly version_names: readonly { readonly id: string; readonly name: string }[]
}

/** What is kept of a version of each kind. */
type Documents = {
  readonly category: CategoryRow & {
    readonly parent_ids: readonly string[]
    readonly from_folder: boolean
    /** Paths at which it was; absent where the version is from before they were kept. */
    readonly former_paths?: readonly string[]
  }
  readonly video: VideoDocument
  readonly series: SeriesRow
}

export type Kept<Of extends Kind> = Omit<Selectable<Tables['library_version']>, 'document'> & {
  readonly document: Documents[Of]
}

/** Returns the kept versions of a category, video or series, the newest first. */
export async function keptVersions<Of extends Kind>(db: Db, kind: Of, id: string): Promise<Kept<Of>[]> {
  const rows = await db
    .selectFrom('library_version')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, document: row.document as unknown as Documents[Of] }))
}

/**
 * Returns what restores a kept version: its texts and code, and those of its media that are still kept. Whether the video
 * is a draft, and its address, stay.
 */
export function restoringChange({ document, media }: Kept<'video'>): VideoChange {
  const kept = new Set(media)
  const isKept = (key: string | null | undefined) => key == null || kept.has(key)
  const { film_key, small_film_key, duration_seconds, poster_key, tracks, storyboard } = document
  return {
    title: document.title,
    description: document.description,
    published_on: document.published_on,
    published_time: document.published_time,
    published_at: document.published_at === null ? null : new Date(document.published_at),
    tags: document.tags,
    version_ids: document.version_ids,
    free: document.free,
    chapters: document.chapters,
    code: document.code,
    ...(film_key !== null &&
      isKept(film_key) &&
      isKept(small_film_key) && {
        film_key,
        small_film_key,
        duration_seconds,
        ...(isKept(storyboard?.key) && { storyboard }),
      }),
    ...(isKept(poster_key) && { poster_key }),
    ...(tracks.every(({ key }) => isKept(key)) && { tracks }),
  }
}

/** Returns what takes a change of several videos back: the fields that such a change may write. */
export function takingBack({ document }: Kept<'video'>): VideoChange {
  const { draft, published_on, published_time, published_at, category_id, tags, free } = document
  return {
    draft,
    published_on,
    published_time,
    published_at: published_at === null ? null : new Date(published_at),
    category_id,
    tags,
    free,
  }
}

/** Lets go of the media of versions and deleted videos that are older than 30 days; these lose their code, too. */
export async function forgetOldMedia(trx: Trx, realNow: Date): Promise<void> {
  const before = new Date(realNow.getTime() - keptDays * 86_400_000)
  await trx
    .updateTable('library_version')
    .set({ media: [] })
    .where('replaced_at', '<', before)
    .where(sql<boolean>`media <> '{}'`)
    .execute()
  const emptied = await trx
    .updateTable('video')
    .set({ film_key: null, small_film_key: null, poster_key: null, tracks: '[]', storyboard: null })
    .where('deleted_at', '<', before)
    .where((or) =>
      or.or([or('film_key', 'is not', null), or('poster_key', 'is not', null), sql<boolean>`tracks <> '[]'`]),
    )
    .returning('id')
    .execute()
  const ids = emptied.map(({ id }) => id)
  await trx.deleteFrom('video_code').where(sql<boolean>`video_id = any(${ids}::text[])`).execute()
}

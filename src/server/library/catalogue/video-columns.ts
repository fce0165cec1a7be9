import type { Selectable } from 'kysely'
import type { Video } from '#contract/library/library.ts'
import { versionId } from '#domain/catalogue/catalogue.ts'
import { publishingInstant } from '#domain/catalogue/publishing-date.ts'
import type { VideoFiles } from '#server/library/catalogue-files/read-video.ts'
import type { LibraryItem } from '#server/platform/database/library-tables.ts'
import type { PosterSize, Tables } from '#server/platform/database/tables.ts'

/** All columns that an import or the desk writes: a missing column is a type error. */
export type VideoRow = Omit<Selectable<Tables['video']>, 'comments_id' | 'deleted_at' | keyof LibraryItem>

/** All columns of a category that an import or the desk writes. */
export type CategoryRow = Omit<Selectable<Tables['category']>, keyof LibraryItem>

/** All columns of a series that an import or the desk writes. */
export type SeriesRow = Omit<Selectable<Tables['series']>, keyof LibraryItem>

/** A video that is listed on some day: neither a draft nor withdrawn, so it has a film, a day and a category. */
export type StoredVideo = Omit<VideoRow, keyof Complete> & Complete & { readonly comments_id: string | null }

type Complete = {
  readonly category_id: string
  readonly published_on: string
  readonly published_at: Date
  readonly film_key: string
  readonly duration_seconds: number
}

/** What turns a catalogue's files into rows. */
export type RowSources = {
  /** Returns the media store key of a file. */
  readonly keyOf: (path: string) => string
  /** Time zone of the seller, in which publishing dates are written. */
  readonly zone: string
}

/** Returns the row of a video's folder. */
export function videoRow(video: VideoFiles, { keyOf, zone }: RowSources): VideoRow {
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    duration_seconds: video.durationSeconds,
    published_on: video.published?.day ?? null,
    published_time: video.published?.time ?? null,
    published_at: video.published && publishingInstant(video.published, zone),
    category_id: video.categoryId || null,
    tags: [...video.tags],
    version_ids: video.versions.map(({ name }) => versionId(name)),
    free: video.free,
    film_key: video.film === undefined ? null : keyOf(video.film),
    small_film_key: video.smallFilm === undefined ? null : keyOf(video.smallFilm),
    poster_key: video.poster ? keyOf(video.poster.path) : null,
    tracks: video.captions.map(({ path, srclang, label, machine }) => ({
      kind: 'captions',
      key: keyOf(path),
      srclang,
      label,
      ...(machine && { machine }),
    })),
    chapters: [...video.chapters],
    storyboard: video.storyboard
      ? { ...video.storyboard.storyboard, key: keyOf(video.storyboard.path) }
      : null,
    withdrawn_at: null,
    draft: video.draft,
  }
}

/** Returns the columns of a row that are inserted as JSON. */
export function jsonColumns({
  tracks,
  chapters,
  storyboard,
}: Pick<VideoRow, 'tracks' | 'chapters' | 'storyboard'>) {
  return {
    tracks: JSON.stringify(tracks),
    chapters: JSON.stringify(chapters),
    storyboard: storyboard && JSON.stringify(storyboard),
  }
}

/** Every field of a video, optional ones included: a missing field is a type error. */
type EveryField = { readonly [Field in keyof Required<Video>]: Video[Field] }

/** The smaller copies of posters, narrowest first, by poster key. */
export type PosterCopies = ReadonlyMap<string, readonly PosterSize[]>

/** Converts a stored video to the public one. */
export function toVideo(
  video: StoredVideo,
  { posters, codeFiles }: { readonly posters: PosterCopies; readonly codeFiles: ReadonlyMap<string, number> },
): EveryField {
  const { thumbnailUrl, thumbnailWidths } = thumbnailOf(video.poster_key, posters)
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    durationSeconds: video.duration_seconds,
    publishedOn: video.published_on,
    categoryId: video.category_id,
    tags: video.tags,
    versions: video.version_ids,
    free: video.free,
    thumbnailUrl,
    thumbnailWidths,
    hasCaptions: video.tracks.some(({ kind }) => kind === 'captions'),
    codeFiles: codeFiles.get(video.id),
    commentsId: video.comments_id ?? undefined,
  }
}

/** Returns the public address of a poster, and the widths of its smaller copies. */
export function thumbnailOf(
  key: string | null,
  copies: PosterCopies,
): Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'> {
  if (key === null) return {}
  const widths = copies.get(key)?.map(({ width }) => width) ?? []
  return { thumbnailUrl: posterAddress(key), ...(widths.length > 0 && { thumbnailWidths: widths }) }
}

/** Returns the public address of a poster. */
export function posterAddress(key: string): string {
  return `/posters/${key}`
}

import type { ColumnType, Generated } from 'kysely'
import type { Level } from '#domain/catalogue/series.ts'
import type { Storyboard } from '#domain/catalogue/storyboard.ts'
import type { CaptionsRefusal } from '#domain/films/captions-refusal.ts'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import type { ProbedChapter } from '#domain/films/probed-film.ts'
import type { Json } from './billing-tables.ts'

/** Tables of series, storyboards, transcripts and code. */
export type LibraryTables = {
  film_day: FilmDayTable
  film_year: { video_id: string; year: number; starts: number[]; days: number[] }
  search_use: { words_hash: Buffer; viewer_hash: Buffer; day: string }
  searched_words: { words: string; day: string; searches: number; in_vain: number }
  film_size: FilmSizeTable
  film_job: FilmJobTable
  former_video: { former_id: string; video_id: string; since: Date }
  former_category: { path: string; category_id: string }
  series: SeriesTable
  storyboard: { film_key: string; storyboard: Json<StoredStoryboard> }
  transcript: TranscriptTable
  transcript_sentence: TranscriptSentenceTable
  video_code: VideoCodeTable
  unused_media: { key: string; since: Date }
  library_version: LibraryVersionTable
  preview_link: { key_hash: Buffer; video_id: string; created_at: Date; expires_at: Date }
}

/** `key`: the sprite sheet in the media store. */
export type StoredStoryboard = Storyboard & { readonly key: string }

/** Null if the video's folder contains no storyboard. */
export type OwnStoryboard = ColumnType<StoredStoryboard | null, string | null | undefined, string | null>

type SeriesTable = {
  url_key: string
  title: string
  level: Level
  position: number
  description: string
  poster_key: string | null
  video_ids: string[]
  withdrawn_at: Date | null
} & LibraryItem

/** Who saved an item of the library last; `changed_at` is null from before this was recorded. */
export type LibraryItem = {
  version: Generated<number>
  changed_at: Date | null
  changed_by: Generated<'folder' | 'desk'>
  /** The user at the desk; null for imports. */
  editor_id: string | null
  /** An import has brought it. */
  from_folder: Generated<boolean>
}

/** A saved version of an item that a later one has replaced. */
type LibraryVersionTable = {
  kind: 'category' | 'video' | 'series'
  id: string
  version: number
  saved_at: Date | null
  saved_by: 'folder' | 'desk'
  editor_id: string | null
  replaced_at: Date
  document: Json<Record<string, unknown>>
  media: string[]
}

export type TranscriptConfig = 'english' | 'german' | 'simple'

type TranscriptTable = {
  video_id: string
  srclang: string
  captions_key: string
  config: TranscriptConfig
  words: string
}

type TranscriptSentenceTable = {
  video_id: string
  srclang: string
  place: number
  start_seconds: number
  text: string
  words: string
}

type VideoCodeTable = {
  video_id: string
  place: number
  name: string
  text: string
}

/** What was watched of a video on a day. */
type FilmDayTable = {
  video_id: string
  day: string
  starts: number
  seconds: number
  viewers: number
  hundredths: number[]
}

/** `made_by`: `site` for what processing made; who stored the bytes first counts. */
type FilmSizeTable = {
  film_key: string
  height: number
  kilobits_per_second: number
  made_by: Generated<'folder' | 'site'>
}

type FilmJobTable = {
  id: string
  video_id: string
  /** Null for captions. */
  upload_id: string | null
  asked_by: string
  state: Generated<'waiting' | 'running' | 'done' | 'refused' | 'cancelled'>
  attempts: Generated<number>
  step: 'reading' | 'measuring' | 'converting' | 'transcribing' | 'storing' | null
  percent: Generated<number>
  remaining_seconds: number | null
  refusal: FilmRefusal | CaptionsRefusal | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  has_file: Generated<boolean>
  poster_keys: Generated<string[]>
  chapters: ColumnType<readonly ProbedChapter[], string | undefined, string>
  kind: Generated<'film' | 'captions'>
  /** BCP 47; null for a film. */
  srclang: string | null
  tries: Generated<number>
  next_try_at: Date | null
}

import type { Level } from '#domain/catalogue/series.ts'

/** Series, what films say, and their code. */
export type LibraryTables = {
  series: SeriesTable
  transcript: TranscriptTable
  transcript_sentence: TranscriptSentenceTable
  video_code: VideoCodeTable
}

type SeriesTable = {
  url_key: string
  title: string
  level: Level
  position: number
  description: string
  poster_key: string | null
  video_ids: string[]
  withdrawn_at: Date | null
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

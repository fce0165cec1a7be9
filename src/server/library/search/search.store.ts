import { sql } from 'kysely'
import { withoutNegativeApostrophes } from '#domain/catalogue/transcript.ts'
import type { Language } from '#domain/language.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** A matching sentence; in `marked` the matches are between `markStart` and `markEnd`. */
export type FoundSentence = {
  readonly videoId: string
  readonly startSeconds: number
  readonly marked: string
}

/** Private-use characters, which no transcript contains. */
export const markStart = '\uE000'
export const markEnd = '\uE001'

/** Maximum of videos in the result, sentences per video, and videos that are ranked. */
const maxFilms = 20
const maxSentences = 3
// mutant `500 → 501`: it is left open which are compared
const maxRanked = 500

/**
 * Returns the videos published by an instant whose transcripts contain all the words, best match first, with their best
 * sentences. Words are compared by stem in the language of the captions; the last one matches as a prefix. Captions in
 * the reader's language come first.
 */
export async function findSentences(
  db: Db,
  words: string,
  { at, language }: { readonly at: Date; readonly language: Language },
): Promise<FoundSentence[]> {
  const marks = `StartSel=${markStart},StopSel=${markEnd},HighlightAll=true`
  const { rows } = await sql<FoundSentence>`
    with stems as (
      select config, nullif(plainto_tsquery(config::regconfig, words)::text, '') || ':*' as plain
      from (
        values ('english', ${withoutNegativeApostrophes(words)}), ('german', ${words}), ('simple', ${words})
      ) as configs (config, words)
    ), asked as (
      select config, plain::tsquery as every, replace(plain, ' & ', ' | ')::tsquery as some
      from stems
    ), compared as (
      select transcript.video_id, transcript.srclang, transcript.config, asked.some,
        ts_rank(transcript.words, asked.every) as rank
      from asked
      join transcript on transcript.config = asked.config and transcript.words @@ asked.every
      join video on video.id = transcript.video_id
      where video.withdrawn_at is null and not video.draft and video.published_at <= ${at}
      limit ${maxRanked}
    ), best as (
      select distinct on (video_id) * from compared
      order by video_id, split_part(srclang, '-', 1) = ${language} desc, rank desc, srclang
    ), film as (
      select * from best order by rank desc, video_id limit ${maxFilms}
    )
    select film.video_id as "videoId", moment.start_seconds as "startSeconds",
      ts_headline(film.config::regconfig, moment.text, film.some, ${marks}) as marked
    from film cross join lateral (
      select place, start_seconds, text from transcript_sentence as sentence
      where sentence.video_id = film.video_id and sentence.srclang = film.srclang
        and sentence.words @@ film.some
      order by ts_rank(sentence.words, film.some) desc, place
      limit ${maxSentences}
    ) as moment
    order by film.rank desc, film.video_id, moment.place`.execute(db)
  return rows
}

import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type Days, hundredths, partToTheEnd, placeOfEnd } from '#domain/catalogue/film-counts.ts'
import { rangeOf } from '#domain/page-size.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { allFilmDays, filmDays, filmSum } from '#server/library/film-counts/film-counts.store.ts'
import { type FilmSum, filmSums } from '#server/library/film-counts/film-sums.store.ts'
import { readSearchedWords } from '#server/library/film-counts/searched-words.store.ts'
import { route } from '#server/platform/http/route.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Rows of a file; a site has fewer videos, words and days. */
const most = 1_000_000

/** Registers the admin's calls about what is watched and searched. */
export function registerStatisticsCalls(
  app: FastifyInstance,
  { database: { db }, library }: Pick<LibraryServices, 'database' | 'library'>,
): void {
  route(app, calls.watchedFilms, async ({ query: { page, ...days } }) => {
    const { count, films } = await filmSums(db, days, rangeOf(page))
    return { status: 200, body: { count, films: films.map(filmOf) } }
  })
  route(app, calls.watchedFilmsCsv, async ({ query, reply }) => {
    const rows = await allFilmDays(db, query, most)
    const cells = rows.map((row) => ({
      Video: row.videoId,
      Title: row.title,
      Day: row.day,
      Starts: row.starts,
      Minutes: Math.round(row.seconds / 6) / 10,
      Viewers: row.viewers,
    }))
    return sendCsv(
      reply,
      fileName('films', query),
      asCsv(['Video', 'Title', 'Day', 'Starts', 'Minutes', 'Viewers'], cells),
    )
  })
  route(app, calls.watchedFilm, async ({ params: { id }, query }) => {
    const video = library.video(id)
    if (!video) return new Problem('not-found')
    const sum = await filmSum(db, query, video.id)
    const { starts = 0, seconds = 0, viewers = 0 } = sum ?? {}
    const played = sum?.hundredths ?? Array.from({ length: hundredths }, () => 0)
    return {
      status: 200,
      body: {
        starts,
        seconds,
        viewers,
        toTheEnd: partToTheEnd(starts, played[placeOfEnd] ?? 0) ?? null,
        videoId: video.id,
        title: video.title,
        durationSeconds: video.durationSeconds,
        days: await filmDays(db, query, video.id),
        hundredths: [...played],
      },
    }
  })
  route(app, calls.searchedWords, async ({ query: { page, ...days } }) => ({
    status: 200,
    body: await readSearchedWords(db, days, rangeOf(page)),
  }))
  route(app, calls.searchedWordsCsv, async ({ query, reply }) => {
    const { words } = await readSearchedWords(db, query, { limit: most, offset: 0 })
    const cells = words.map((row) => ({
      Words: row.words,
      Searches: row.searches,
      'Without a result': row.inVain,
    }))
    return sendCsv(
      reply,
      fileName('searches', query),
      asCsv(['Words', 'Searches', 'Without a result'], cells),
    )
  })
}

function fileName(subject: string, { from, to }: Days): string {
  return `${subject}-${from}-${to}.csv`
}

function filmOf({ toEnd, ...sum }: FilmSum) {
  return { ...sum, toTheEnd: partToTheEnd(sum.starts, toEnd) ?? null }
}

import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Day, Id, Page } from '#contract/shapes.ts'

/** Days in the seller's zone, both included. */
const period = { from: Day, to: Day }

const sums = {
  starts: z.int(),
  /** Seconds of the film. */
  seconds: z.number(),
  /** Signed-in users who started it, counted for each day and added up. */
  viewers: z.int(),
}

const WatchedFilms = z.strictObject({
  /** On all pages. */
  count: z.int(),
  films: z.array(
    z.strictObject({
      videoId: Id,
      title: z.string(),
      ...sums,
      /** Part of the starts that reached the last hundredth but one, 0 to 1; null without starts. */
      toTheEnd: z.nullable(z.number()),
    }),
  ),
})
export type WatchedFilm = z.output<typeof WatchedFilms>['films'][number]

const WatchedFilm = z.strictObject({
  videoId: Id,
  title: z.string(),
  durationSeconds: z.int(),
  ...sums,
  toTheEnd: z.nullable(z.number()),
  /** Only days on which it was watched. */
  days: z.array(z.strictObject({ day: Day, ...sums })),
  /** For each hundredth of the film: how often its middle was played. */
  hundredths: z.array(z.int()),
})
export type FilmStatistics = z.output<typeof WatchedFilm>

const SearchedWords = z.strictObject({
  /** On all pages. */
  count: z.int(),
  words: z.array(z.strictObject({ words: z.string(), searches: z.int(), inVain: z.int() })),
})
export type SearchedWords = z.output<typeof SearchedWords>['words'][number]

/** `text/csv` in UTF-8, sent as an attachment. */
const Csv = z.unknown()

/** The admin's calls about what is watched and searched. */
export const adminStatisticsCalls = {
  watchedFilms: {
    method: 'GET',
    path: '/api/admin/statistics/films',
    actor: 'admin',
    summary: 'Videos watched in a period, most starts first, ten a page',
    query: z.strictObject({ ...period, page: z.optional(Page) }),
    replies: { 200: WatchedFilms },
  },
  watchedFilmsCsv: {
    method: 'GET',
    path: '/api/admin/statistics/films.csv',
    actor: 'admin',
    summary: 'All videos watched in a period, with their days, as a file',
    query: z.strictObject(period),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  watchedFilm: {
    method: 'GET',
    path: '/api/admin/statistics/films/:id',
    actor: 'admin',
    summary: 'A video in a period: its days, and how far it is played',
    params: z.strictObject({ id: Id }),
    query: z.strictObject(period),
    replies: { 200: WatchedFilm },
  },
  searchedWords: {
    method: 'GET',
    path: '/api/admin/statistics/searches',
    actor: 'admin',
    summary:
      'Words searched in a period by three viewers or more, searches without a result first, ten a page',
    query: z.strictObject({ ...period, page: z.optional(Page) }),
    replies: { 200: SearchedWords },
  },
  searchedWordsCsv: {
    method: 'GET',
    path: '/api/admin/statistics/searches.csv',
    actor: 'admin',
    summary: 'All words searched in a period as a file',
    query: z.strictObject(period),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
} as const satisfies Record<string, Call>

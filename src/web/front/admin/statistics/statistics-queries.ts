import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminStatisticsCalls } from '#contract/admin/library/admin-statistics-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import type { Period } from './use-period.tsx'

/** A page of the watched videos. */
export const watchedFilmsQuery = (period: Period, page: number) =>
  queryOptions({
    queryKey: ['admin', 'watched films', period, page],
    queryFn: ({ signal }) =>
      adminRead(({ films }) => Array.isArray(films), adminStatisticsCalls.watchedFilms, {
        query: { ...period, page: String(page) },
        signal,
      }),
    select: ({ count, films }) => ({ count, rows: films }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const watchedFilmQuery = (id: string, period: Period) =>
  deskTableQuery(
    ['admin', 'watched film', id, period],
    ({ hundredths }) => Array.isArray(hundredths),
    adminStatisticsCalls.watchedFilm,
    { params: { id }, query: period },
  )

/** A page of the searched words. */
export const searchedWordsQuery = (period: Period, page: number) =>
  queryOptions({
    queryKey: ['admin', 'searched words', period, page],
    queryFn: ({ signal }) =>
      adminRead(({ words }) => Array.isArray(words), adminStatisticsCalls.searchedWords, {
        query: { ...period, page: String(page) },
        signal,
      }),
    select: ({ count, words }) => ({ count, rows: words }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

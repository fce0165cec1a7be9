import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { newQueryClient } from '#web/platform/site/queries.ts'
import { Component as SearchedWordsPage } from './searched-words-page.tsx'
import { Component as WatchedFilmPage } from './watched-film-page.tsx'
import { Component as WatchedListPage } from './watched-list-page.tsx'

const open = (Page: ComponentType, at: string, path = '*') =>
  show(
    <QueryClientProvider client={newQueryClient()}>
      <Page />
    </QueryClientProvider>,
    { session: adminSession, at, path },
  )
const may = 'from=2026-05-01&to=2026-05-31'
const film = (n: number) => ({
  videoId: `film-${n}`,
  title: `Film ${n}`,
  starts: 40 - n,
  seconds: 90,
  viewers: n,
  toTheEnd: n === 0 ? null : 0.714,
})
const row = async (name: string, table?: HTMLElement) => {
  const header = await (table ? within(table) : screen).findByRole('rowheader', { name })
  return [...(header.closest('tr')?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
}

test('watched videos stand with their numbers, ten a page, and lead to their own page and to a file', async () => {
  const asked: string[] = []
  fakeServer({
    watchedFilms: ({ query }) => {
      asked.push(query.toString())
      const first = Number(query.get('page')) * 10
      const films = Array.from({ length: 12 }, (_, n) => film(n)).slice(first, first + 10)
      return { status: 200, body: { count: 12, films } }
    },
  })
  open(WatchedListPage, `/admin/library/watched?${may}`)
  expect(await row('Film 0')).toEqual(['40', '1.5', '0', '–'])
  expect(await row('Film 1')).toEqual(['39', '1.5', '1', '71%'])
  expect(screen.getByRole('link', { name: 'Film 1' }).getAttribute('href')).toBe(
    `/admin/library/watched/film-1?${may}`,
  )
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/admin/statistics/films.csv?${may}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await row('Film 11')).toEqual(['29', '1.5', '11', '71%'])
  // another period begins with its first page
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-05-15' } })
  expect(await row('Film 0')).toHaveLength(4)
  expect(asked).toEqual([`${may}&page=0`, `${may}&page=1`, 'from=2026-05-15&to=2026-05-31&page=0'])
})

test('a video has its days, how often each part was played, and where viewers left', async () => {
  const hundredths = [...Array(50).fill(8), ...Array(40).fill(3), ...Array(10).fill(2)]
  fakeServer({
    watchedFilm: () => ({
      status: 200,
      body: {
        ...film(1),
        durationSeconds: 600,
        days: [{ day: '2026-05-03', starts: 39, seconds: 90, viewers: 1 }],
        hundredths,
      },
    }),
  })
  open(WatchedFilmPage, `/admin/library/watched/film-1?${may}`, '/admin/library/watched/:id')
  expect((await screen.findByRole('heading', { level: 1, name: 'Film 1' })).tagName).toBe('H1')
  expect(screen.getByText(/^Starts: 39 · minutes: 1.5 · viewers: 1 · to the end: 71%\./)).toBeTruthy()
  for (const summary of screen.getAllByText('Show as a table')) await userEvent.click(summary)
  expect(await row('2026-05-03')).toEqual(['39', '1.5', '1'])
  const parts = screen.getByRole('region', { name: 'How often each part was played' })
  expect(await row('4:00', parts)).toEqual(['8', '5'])
  expect(await row('9:00', parts)).toEqual(['2', '2'])
  expect(document.querySelectorAll('rect')).toHaveLength(31)
})

test('searched words stand with the searches that found nothing', async () => {
  fakeServer({
    searchedWords: () => ({
      status: 200,
      body: { count: 1, words: [{ words: 'zebra crossing', searches: 5, inVain: 4 }] },
    }),
  })
  open(SearchedWordsPage, `/admin/library/searched?${may}`)
  expect(await row('zebra crossing')).toEqual(['5', '4'])
})

test('without numbers a page says so, and after a failure it asks again', async () => {
  let isBroken = true
  fakeServer({
    watchedFilms: () =>
      isBroken ? problem('forbidden', 'You may not.') : { status: 200, body: { count: 0, films: [] } },
  })
  open(WatchedListPage, '/admin/library/watched')
  expect((await screen.findByRole('alert')).textContent).toBe('You may not.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No video was watched in this period.')).toBeTruthy()
})

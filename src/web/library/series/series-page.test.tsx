import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, someSeries, viewed } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as SeriesPage } from './series-page.tsx'

async function open({
  at = '/content/series/functions',
  history,
}: {
  at?: string
  history?: HistoryEntry[]
} = {}) {
  fakeServer(libraryAnswers({ series: someSeries, ...(history && { history }) }))
  const page = <SeriesPage />
  show(page, {
    at,
    path: '/content/series/:urlKey',
    ...(history && { session: { ...someSession, mayWatch: true } }),
  })
  await screen.findByRole('heading', { level: 1 })
}

const films = () =>
  [...document.querySelectorAll('.series-films > li')].map((film) => within(film as HTMLElement))
const wayOn = () => document.querySelector('.button-primary')

describe('the page of a series', () => {
  test('shows its level, duration and text, and lists its films in teaching order', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Functions that wait')
    expect(screen.getByText('Beginner · 3 videos · 3 min')).toBeTruthy()
    expect(screen.getByText('From one function to many.')).toBeTruthy()
    expect(films().map((film) => film.getByRole('link').getAttribute('href'))).toEqual([
      '/content/video/closures',
      '/content/video/generators',
      '/content/video/abort',
    ])
  })

  test('shows a visitor free and locked videos, and no progress', async () => {
    await open()
    const [closures, generators] = films()
    expect(closures?.getByText('Free')).toBeTruthy()
    expect(generators?.getByText('locked')).toBeTruthy()
    expect(screen.queryByText(/of 3 seen/)).toBeNull()
    expect([wayOn()?.textContent, wayOn()?.getAttribute('href')]).toEqual([
      'Start',
      '/content/video/closures',
    ])
  })

  test.each([
    { seen: [], said: '0 of 3 seen', way: 'Start', to: 'closures' },
    { seen: ['closures', 'doubles'], said: '1 of 3 seen', way: 'Continue with 2', to: 'generators' },
    { seen: ['generators', 'abort'], said: '2 of 3 seen', way: 'Continue with 1', to: 'closures' },
    { seen: ['abort', 'closures', 'generators'], said: 'All 3 seen', way: 'Watch again', to: 'closures' },
  ])('says to a viewer with $seen seen: $said, $way', async ({ seen, said, way, to }) => {
    await open({ history: seen.map((id) => viewed(id)) })
    expect(screen.getByText(said)).toBeTruthy()
    expect([wayOn()?.textContent, wayOn()?.getAttribute('href')]).toEqual([way, `/content/video/${to}`])
    expect(document.querySelectorAll('[data-seen]')).toHaveLength(
      seen.filter((id) => id !== 'doubles').length,
    )
  })

  test('of an unknown series reports it', async () => {
    await open({ at: '/content/series/nope' })
    expect(await screen.findByText('The given URL can not be found.')).toBeTruthy()
  })
})

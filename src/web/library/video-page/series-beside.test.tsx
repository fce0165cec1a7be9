import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry, Series } from '#contract/library/library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback, someSeries, viewed } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as VideoPage } from './video-page.tsx'

beforeEach(() => useLocalState.getState().reset())

const other: Series = {
  urlKey: 'other',
  title: 'Another way',
  level: 'advanced',
  videoIds: ['doubles', 'generators', 'grouping'],
}

async function open(
  id: string,
  {
    member = true,
    history = [],
    state,
    series = [...someSeries, other],
    search = '',
  }: { member?: boolean; history?: HistoryEntry[]; state?: unknown; series?: Series[]; search?: string } = {},
) {
  fakeServer({
    ...libraryAnswers({ history, series }),
    video: ({ params }) =>
      member
        ? { status: 200, body: somePlayback(params.id ?? '') }
        : problem('login-required', 'Please log in.'),
    videoText: () => ({ status: 200, body: { text: [] } }),
  })
  const page = <VideoPage />
  show(page, {
    at: `/content/video/${id}${search}`,
    path: '/content/video/:id',
    state,
    ...(member && { session: { ...someSession, mayWatch: true } }),
  })
  await screen.findByRole('heading', { level: 1 })
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const beside = () => screen.findByRole('region', { name: /^Series: / })
const next = () => button('Next').title

describe('a film of a series', () => {
  test('by default is followed by the next one in teaching order, up to its end', async () => {
    await open('closures')
    await waitFor(() => expect(next()).toBe('Generators: work that waits'))
    expect(button('Previous').title).toBe('There is no previous video.')
    await userEvent.click(button('Next'))
    await waitFor(() => expect(next()).toBe('Stop what you started'))
    await userEvent.click(button('Next'))
    await waitFor(() => expect(next()).toBe('There is no next video.'))
    expect(button('Previous').title).toBe('Generators: work that waits')
  })

  test('is followed by the next one of the series that one came from', async () => {
    await open('generators', { state: { listing: '/content/series/other' } })
    await waitFor(() => expect(next()).toBe('Grouping a list in one call'))
    expect((await beside()).getAttribute('aria-label')).toBe('Series: Another way')
    const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link')
    expect([way.textContent, way.getAttribute('href')]).toEqual(['Another way', '/content/series/other'])
  })

  test.each(['/content?sort=title', '/content/category/javascript', '/content?q=wait'])(
    'stays in the order of a listing in which something was chosen (%s)',
    async (listing) => {
      await open('generators', { state: { listing } })
      await beside()
      expect(next()).not.toBe('Stop what you started')
    },
  )

  test('shows the series next to it, with seen films and the current one', async () => {
    await open('generators', { history: [viewed('closures')] })
    const list = within(await beside())
    expect(await list.findByText('1 of 3 seen')).toBeTruthy()
    expect(list.getByRole('link', { name: 'Functions that wait' }).getAttribute('href')).toBe(
      '/content/series/functions',
    )
    const current = list.getByRole('link', { current: 'page' })
    expect(current.getAttribute('href')).toBe('/content/video/generators')
    expect(document.querySelectorAll('.series-films [data-seen]')).toHaveLength(1)
  })

  test('has the transcript as a second tab', async () => {
    await open('generators')
    await beside()
    await userEvent.click(screen.getByRole('tab', { name: 'Transcript' }))
    expect(await screen.findByRole('region', { name: 'Transcript' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: /^Series: / })).toBeNull()
  })

  test('shows the transcript first if the URL has a position', async () => {
    await open('generators', { search: '?t=12' })
    expect(await screen.findByRole('region', { name: 'Transcript' })).toBeTruthy()
  })
})

describe('a visitor', () => {
  test('sees in advance that the next film is for subscribers', async () => {
    await open('closures', { member: false })
    await waitFor(() => expect(next()).toBe('Generators: work that waits: for subscribers'))
    const note = button('Next').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(note)?.textContent).toBe('Generators: work that waits: for subscribers')
  })

  test('sees the series of a locked film next to it', async () => {
    await open('generators', { member: false })
    const list = within(await beside())
    expect(list.getAllByRole('link')).toHaveLength(4)
    expect(list.queryByText(/seen/)).toBeNull()
  })
})

test('a film without a series follows the publishing date, and has no series next to it', async () => {
  await open('grouping', { series: someSeries })
  await waitFor(() => expect(next()).toBe('What a closure remembers'))
  expect(screen.queryByRole('region', { name: /^Series: / })).toBeNull()
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry, Video } from '#contract/library/library.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, someSeries, someVideo, viewed } from '#support/some-library.tsx'
import { carry, somePieces } from '#support/some-pieces.ts'
import { someSession } from '#support/some-site.ts'
import { useLibrary } from '#web/library/videos/library.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as ListingPage } from './listing-page.tsx'

beforeEach(() => useLocalState.getState().reset())

const newest = [
  someVideo('abort', { title: 'Newest', publishedOn: '2025-09-23', tags: ['data'] }),
  someVideo('doubles', { title: 'Second', publishedOn: '2025-09-22', tags: ['functions'] }),
]
const older = [someVideo('closures', { title: 'Oldest', publishedOn: '2025-01-14', tags: ['functions'] })]
const librarySize = { videos: 3, durationSeconds: 192, tags: 2, versions: 0, series: 0 }
const labels = {
  tags: [
    ['data', 1],
    ['functions', 2],
  ],
  versions: [],
} as const

let tests = 0

/** Opens a listing whose older videos arrive, or fail to, when `settle` is called. */
async function open(
  at = '/content',
  { history, series = [] as typeof someSeries, carried = {} }: Options = {},
) {
  tests += 1
  const { list, answers } = somePieces([`newest-${tests}`, newest], [`older-${tests}`, older])
  carry({ videoPieces: list, librarySize, ...carried })
  let settle: (answer: 'come' | 'fail') => void = () => {}
  const settled = new Promise((resolve) => {
    settle = resolve
  })
  let fails = false
  const server = fakeServer({
    ...libraryAnswers({ series, ...(history && { history }) }),
    ...answers,
    videoPiece: async (request) => {
      if (request.params.key === `older-${tests}`) fails = (await settled) === 'fail' && !fails
      return fails ? problem('forbidden', 'No.') : answers.videoPiece(request)
    },
  })
  show(<ListingPage />, { at, path: '/content/*', ...(history && { session: someSession }) })
  await screen.findAllByText('500 of 1,000 videos loaded')
  return { server, settle }
}

type Options = { history?: HistoryEntry[]; series?: typeof someSeries; carried?: object }

/** Waits until all available content has been rendered. */
const drawn = () => act(() => new Promise((wake) => setTimeout(wake, 200)))
const listed = () =>
  [...document.querySelectorAll('.listing .card-grid:not(.card-row) .video-card-link:not([inert] *)')].map(
    (link) => link.textContent,
  )
const total = () => document.querySelector('header p[role=status]')?.textContent
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }))

describe('while older videos of a large library are loading, its listing', () => {
  test('shows the newest and their number; older ones are added below', async () => {
    const { settle } = await open()
    expect(listed()).toEqual(['Newest', 'Second'])
    expect(total()).toBe('500 of 1,000 videos loaded')
    const [first] = document.querySelectorAll('.video-card-link')
    settle('come')
    await waitFor(() => expect(listed()).toEqual(['Newest', 'Second', 'Oldest']))
    expect(total()).toBe('Total: 3 videos, 3 min')
    expect(screen.queryByText(/videos loaded/)).toBeNull()
    // the same element, not a new one in its place
    expect(document.querySelector('.video-card-link')).toBe(first)
  })

  test('shows the result of a filter so far, and never reports an empty one', async () => {
    const { settle } = await open('/content?tag=scope')
    expect(listed()).toEqual([])
    // its messages would be in a separate file
    await drawn()
    expect(screen.queryByText('Nothing found')).toBeNull()
    expect(total()).toBe('500 of 1,000 videos loaded')
    settle('come')
    await screen.findByText('Nothing found')
    expect(total()).toMatch(/^Total: 0 videos/)
  })

  test("shows the document's counts of tags, because its own are incomplete", async () => {
    const { settle } = await open('/content', { carried: { labels } })
    expect(filters().getByRole('button', { name: /functions/ }).textContent).toBe('functions2')
    settle('come')
    await waitFor(() => expect(listed()).toHaveLength(3))
    expect(filters().getByRole('button', { name: /functions/ }).textContent).toBe('functions2')
  })

  test('counts nothing if the document has no counts', async () => {
    await open()
    expect(filters().getByRole('button', { name: /functions/ }).textContent).toBe('functions')
  })

  test.each([
    '/content?sort=title',
    '/content?q=oldest',
    '/content?q=oldest&sort=published',
    '/content/category/javascript',
  ])('is not shown at %s, where older videos would be inserted between others', async (at) => {
    const { settle } = await open(at)
    await drawn()
    expect(listed()).toEqual([])
    expect(document.querySelector('.placeholder')).not.toBeNull()
    expect(total()).toBe('500 of 1,000 videos loaded')
    settle('come')
    await waitFor(() => expect(listed()).toContain('Oldest'))
  })

  test('names a series without its duration until all its videos have arrived', async () => {
    const { settle } = await open('/content', { series: someSeries })
    const facts = () => screen.getByRole('link', { name: 'Functions that wait' }).closest('li')?.textContent
    expect(facts()).not.toMatch(/video/)
    settle('come')
    await waitFor(() => expect(listed()).toHaveLength(3))
  })

  test('reserves space for "Continue watching", whose film may be an older one', async () => {
    useLocalState.getState().set({ continued: 1 })
    const begun = { positionSeconds: 20 }
    const { settle } = await open('/content', {
      history: [viewed('closures', begun), viewed('abort', begun)],
    })
    const rows = () => document.querySelectorAll('section[aria-labelledby=continue-watching]')
    const row = () => rows()[0]
    expect(rows()).toHaveLength(1)
    expect(row()?.closest('[inert]')).not.toBeNull()
    settle('come')
    await waitFor(() => expect(row()?.textContent).toContain('Oldest'))
    expect(row()?.closest('[inert]')).toBeNull()
    await waitFor(() => expect(useLocalState.getState().continued).toBe(2))
  })

  test.each(['/content', '/content?sort=title'])(
    'at %s reports the failure, and retries on request',
    async (at) => {
      const { settle } = await open(at)
      settle('fail')
      await screen.findByRole('alert')
      expect(listed()).toEqual(at === '/content' ? ['Newest', 'Second'] : [])
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(listed()).toHaveLength(3))
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

const seen: (readonly Video[] | undefined)[] = []
function WholeLibrary() {
  seen.push(useLibrary().library?.videos)
  return null
}

test('is no library for other pages: no video is reported missing', async () => {
  tests += 1
  const { list, answers } = somePieces([`newest-${tests}`, newest], [`older-${tests}`, older])
  carry({ videoPieces: list })
  fakeServer({ ...libraryAnswers(), ...answers })
  show(<WholeLibrary />)
  await waitFor(() => expect(seen.at(-1)).toHaveLength(3))
  expect(new Set(seen.map((videos) => videos?.length))).toEqual(new Set([undefined, 3]))
})

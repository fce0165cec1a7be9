import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Category, Video } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { someText } from '#support/some-text.ts'

beforeEach(() => vi.resetModules())

const category = (id: string, more: Partial<Category> = {}): Category => ({
  id,
  name: `The ${id}`,
  urlKey: id,
  parentIds: [],
  position: 1,
  ...more,
})
const video = (id: string, more: Partial<Video> = {}): Video => ({
  id,
  title: `About ${id}`,
  description: '',
  durationSeconds: 90,
  publishedOn: '2026-01-01',
  categoryId: 'css',
  tags: [],
  versions: [],
  free: false,
  hasCaptions: false,
  ...more,
})

const library = {
  categories: [
    category('css'),
    category('grid', { parentIds: ['css'] }),
    category('flex', { parentIds: ['css'], position: 2 }),
    category('empty', { position: 9 }),
    category('node', { position: 2, description: '\nWhat *really* happens.\nMore.' }),
  ],
  videos: [
    video('selectors', { durationSeconds: 4000 }),
    video('areas', {
      categoryId: 'grid',
      free: true,
      durationSeconds: 200,
      thumbnailUrl: '/posters/areas.webp',
    }),
    video('streams', { categoryId: 'node', durationSeconds: 3000 }),
  ],
}

/** The page as it is when the app draws it: its data was read while its code was loading. */
async function open(more: Parameters<typeof show>[1] = {}, held: typeof library | 'unreachable' = library) {
  fakeServer({
    videos: () => (held === 'unreachable' ? held : { status: 200, body: { videos: held.videos } }),
    categories: () =>
      held === 'unreachable' ? held : { status: 200, body: { categories: held.categories } },
    siteText: () => ({ status: 200, body: someText('landing') }),
  })
  const { Component, prepare } = await import('./landing-page.tsx')
  // the page's modules are new in each test, and with them the store that the page reads
  const { useSite } = await import('#web/site/site.ts')
  await prepare()
  const { someConfig } = await import('#support/some-site.ts')
  useSite.setState({
    config: { ...someConfig, ...more.config },
    session: more.session ?? { authenticated: false },
  })
  return show(<Component />, { path: '/', ...more })
}

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

describe('the landing page', () => {
  test('has a title, links to continue to content, to log in by email and to register', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Training videos for working developers',
    )
    expect(document.title).toBe('Training videos – Lectern')
    expect(links().slice(0, 3)).toEqual([
      ['Continue to content', '/content'],
      ['Log in by email', '/login'],
      ['Register', '/register'],
    ])
  })

  test('sends whoever is logged in straight to the content', async () => {
    await open({ session: someSession })
    expect(screen.getByTestId('address').textContent).toBe('/content')
  })

  test('counts the videos and their hours', async () => {
    await open()
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual(['3', '2 h', '40:00'])
  })

  test('lists what is taught: top categories with what is below, count and duration, else what it is about; none that are empty', async () => {
    await open()
    const contents = screen.getByRole('region', { name: 'What is inside' })
    const rows = within(contents).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'The css1 h 10 minThe grid, The flex2 videos',
      'The node50 minWhat really happens.1 video',
    ])
    expect(within(contents).getByRole('link', { name: 'The css' }).getAttribute('href')).toBe(
      '/content/category/css',
    )
    expect(within(contents).getByRole('link', { name: 'All videos' }).getAttribute('href')).toBe('/content')
  })

  test('shows free videos to try, and no others', async () => {
    await open()
    const free = screen.getByRole('region', { name: 'Watch these without an account' })
    expect(
      within(free)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/content/video/areas'])
    expect(free.querySelector('img')?.getAttribute('src')).toBe('/posters/areas.webp')
    expect(within(free).getByText('3:20')).toBeTruthy()
  })

  test('names the lowest price and the trial', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'from €8 a month' }).getAttribute('href')).toBe('/pricing')
    expect(screen.getByText('Try everything free for 14 days, without a card.')).toBeTruthy()
  })

  test('sells nothing while the service is closing', async () => {
    await open({ config: { serviceMode: 'sunset' } })
    expect(
      screen.getByText(/all videos become free once the current subscriptions have expired/),
    ).toBeTruthy()
    expect(screen.queryByText(/a month/)).toBeNull()
    expect(screen.queryByText(/Try everything free/)).toBeNull()
  })

  test('says so when there are no videos yet', async () => {
    await open({}, { categories: [], videos: [] })
    expect(screen.getByText('The first videos are on their way.')).toBeTruthy()
    expect(screen.queryAllByRole('definition')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Watch these without an account' })).toBeNull()
  })

  test('stands with its links when the library cannot be read', async () => {
    await open({}, 'unreachable')
    expect(links().slice(0, 3)).toHaveLength(3)
    expect(screen.getByRole('region', { name: 'What is inside' })).toBeTruthy()
  })
})

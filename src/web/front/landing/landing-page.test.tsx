import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Category, Video } from '#contract/library/library.ts'
import { fakeServer } from '#support/fake-server.ts'
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
    video('streams', { categoryId: 'node', durationSeconds: 3000, thumbnailUrl: '/posters/streams.webp' }),
    video('loops', {
      categoryId: 'node',
      free: true,
      durationSeconds: 190,
      thumbnailUrl: '/posters/loops.webp',
    }),
  ],
}

/** The film of the first view, as visitors get it. */
function opened() {
  const track = {
    kind: 'captions',
    src: '/media/g/en.vtt',
    srclang: 'en',
    label: 'English',
    default: true,
  } as const
  const source = {
    kind: 'file',
    url: '/media/g/film.mp4',
    mimeType: 'video/mp4',
    expiresAt: '2026-11-22T10:05:00.000Z',
  } as const
  const german = { ...track, src: '/media/g/de.vtt', srclang: 'de', label: 'Deutsch', default: true }
  const body = {
    video: video('areas'),
    source,
    tracks: [german, { ...track, default: false }],
    chapters: [],
    positionSeconds: 0,
  }
  return { status: 200 as const, body }
}

/** Opens the page as the app renders it, with its data read while its code was loading. */
async function open(
  more: Parameters<typeof import('#support/screen.tsx').show>[1] = {},
  held: typeof library | 'unreachable' = library,
  film: ReturnType<typeof opened> | 'unreachable' = opened(),
) {
  fakeServer({
    videos: () => (held === 'unreachable' ? held : { status: 200, body: { videos: held.videos } }),
    categories: () =>
      held === 'unreachable' ? held : { status: 200, body: { categories: held.categories } },
    siteText: () => ({
      status: 200,
      body: someText('landing', more.config, held === 'unreachable' ? [] : held.videos),
    }),
    video: () => film,
  })
  const { Component, prepare } = await import('./landing-page.tsx')
  // each test has new modules, and with them the store and the URL that the page reads
  const { show } = await import('#support/screen.tsx')
  const { useSite } = await import('#web/platform/site/site.ts')
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
    expect(links().slice(0, 2)).toEqual([
      ['Start free trial', '/register'],
      ['Watch a video', '/content/video/areas'],
    ])
    expect(links().at(-2)).toEqual(['Start free trial', '/register'])
    for (const link of [
      ['Continue to content', '/content'],
      ['Log in by email', '/login'],
      ['Register', '/register'],
    ])
      expect(links()).toContainEqual(link)
  })

  test.each([
    ['no trial is given', { trialDays: 0 }],
    ['nothing is sold', { serviceMode: 'sunset' as const }],
    ['the service is paused', { serviceMode: 'paused' as const }],
  ])('begins with a video where %s', async (_, config) => {
    await open({ config })
    expect(links()[0]).toEqual(['Watch a video', '/content/video/areas'])
    expect(screen.queryByText(/free trial|Try it first/)).toBeNull()
  })

  test('redirects signed-in users to the content', async () => {
    await open({ session: someSession })
    expect(screen.getByTestId('address').textContent).toBe('/content')
  })

  test('counts what the operator chose, and nothing by default', async () => {
    const { unmount } = await open()
    expect(screen.queryAllByRole('definition')).toEqual([])
    unmount()
    await open({ config: { facts: ['time', 'videos', 'length'] } })
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual(['2 h 3 min', '4', '30:47'])
  })

  test('shows each topic with the poster of its newest video, its sub-topics or description, and its number of videos; omits empty ones', async () => {
    await open()
    const contents = screen.getByRole('region', { name: 'What is inside' })
    const cards = within(contents).getAllByRole('listitem')
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'The cssThe grid, The flex2 videos',
      'The nodeWhat really happens.2 videos',
    ])
    expect(cards[1]?.querySelector('img')?.getAttribute('src')).toBe('/posters/streams.webp')
    expect(within(contents).getByRole('link', { name: 'The css' }).getAttribute('href')).toBe(
      '/content/category/css',
    )
    expect(within(contents).getByRole('link', { name: 'All videos' }).getAttribute('href')).toBe('/content')
  })

  test('shows a topic with a video that has it first, even if it has a newer one', async () => {
    const shared = category('shared', { parentIds: ['css', 'node'] })
    const newer = video('newer', { categoryId: 'shared', thumbnailUrl: '/posters/newer.webp' })
    await open({}, { categories: [...library.categories, shared], videos: [newer, ...library.videos] })
    const posters = within(screen.getByRole('region', { name: 'What is inside' }))
      .getAllByRole('listitem')
      .map((card) => card.querySelector('img')?.getAttribute('src'))
    expect(posters).toEqual(['/posters/newer.webp', '/posters/streams.webp'])
  })

  test('begins with a free film that plays without sound in place, with captions, and can be paused', async () => {
    await open()
    const film = await screen.findByLabelText<HTMLVideoElement>('Video without sound: About areas')
    expect([film.muted, film.autoplay, film.playsInline]).toEqual([true, true, true])
    expect(film.getAttribute('src')).toBe('/media/g/film.mp4')
    expect(film.querySelector('track[kind=captions]')?.getAttribute('src')).toBe('/media/g/en.vtt')
    const pause = vi.spyOn(film, 'pause').mockImplementation(() => fireEvent.pause(film))
    fireEvent.playing(film)
    fireEvent.click(screen.getByRole('button', { name: 'Pause the video' }))
    expect(pause).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Play the video' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Watch with sound: About areas' }).getAttribute('href')).toBe(
      '/content/video/areas',
    )
    // a failure leaves the poster
    fireEvent.error(film)
    expect(screen.queryByLabelText(/^Video without sound/)).toBeNull()
    expect(document.querySelector('img[src="/posters/areas.webp"]')).toBeTruthy()
  })

  test('shows only the poster with reduced motion, and if the film is unavailable', async () => {
    const answer = (query: string) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList
    vi.spyOn(globalThis, 'matchMedia').mockImplementation(answer)
    const server = await open()
    expect(document.querySelector('img[src="/posters/areas.webp"]')).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.queryByLabelText(/^Video without sound/)).toBeNull()
    server.unmount()
    vi.restoreAllMocks()
    await open({}, library, 'unreachable')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(screen.queryByLabelText(/^Video without sound/)).toBeNull()
  })

  test('shows the teacher, with a picture if there is one, the price for a team, the promises, and three questions', async () => {
    const { unmount } = await open()
    expect(screen.getByRole('region', { name: 'Taught by Robin Sample' }).textContent).toMatch(/^RS/)
    const price = screen.getByRole('region', { name: 'What it costs' })
    expect(price.textContent).toContain('One person: €11.90 a month, including VAT.')
    expect(price.textContent).toContain('A team of 10: €107.10 a month, including VAT.')
    expect(screen.getByRole('region', { name: 'Try it first' }).textContent).toContain(
      'The first 14 days are free',
    )
    expect(screen.getByRole('region', { name: 'Your money back' }).textContent).toContain('Within 7 days')
    expect(
      screen.getAllByRole('heading', { level: 2 }).filter(({ textContent }) => textContent?.endsWith('?')),
    ).toHaveLength(3)
    unmount()
    await open({ config: { portraitUrl: '/pictures/0a.webp' } })
    expect(document.querySelector('img[src="/pictures/0a.webp"]')).toBeTruthy()
  })

  test('shows further free videos, and no others', async () => {
    await open()
    const free = screen.getByRole('region', { name: 'Watch these without an account' })
    expect(
      within(free)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/content/video/loops'])
    expect(free.querySelector('img')?.getAttribute('src')).toBe('/posters/loops.webp')
    expect(within(free).getByText('3:10')).toBeTruthy()
  })

  test('names the price that the pricing page shows first, and the trial', async () => {
    await open()
    // in the first and in the last call to action
    const prices = screen.getAllByRole('link', { name: '€11.90 a month, including VAT' })
    expect(prices.map((link) => link.getAttribute('href'))).toEqual(['/pricing', '/pricing'])
    expect(screen.getAllByText('Try everything free for 14 days, without a card.')).toHaveLength(2)
  })

  test('sells nothing while the service is closing', async () => {
    await open({ config: { serviceMode: 'sunset' } })
    expect(
      screen.getByText(/all videos become free once the current subscriptions have expired/),
    ).toBeTruthy()
    expect(screen.queryByText(/a month/)).toBeNull()
    expect(screen.queryByText(/Try everything free/)).toBeNull()
  })

  test('says while it is paused that nothing is sold, and shows no price', async () => {
    await open({ config: { serviceMode: 'paused' } })
    expect(screen.getByText(/No new subscriptions or registrations are taken at the moment/)).toBeTruthy()
    expect(screen.queryByText(/a month|become free/)).toBeNull()
  })

  test('reports that there are no videos yet', async () => {
    await open({}, { categories: [], videos: [] })
    expect(screen.getByText('The first videos are on their way.')).toBeTruthy()
    expect(screen.queryAllByRole('definition')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Watch these without an account' })).toBeNull()
  })

  test('is shown with its links if the library cannot be read', async () => {
    await open({}, 'unreachable')
    expect(
      links()
        .slice(0, 2)
        .map(([text]) => text),
    ).toEqual(['Start free trial', 'Continue to content'])
    expect(screen.getByRole('region', { name: 'What is inside' })).toBeTruthy()
  })
})

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import type { HistoryEntry, Video } from '#contract/library/library.ts'
import { cardSizes } from '#contract/library/poster.ts'
import { carriedId, type LibrarySize } from '#contract/site/carried.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, someVideo, someVideos, viewed } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as ListingPage } from './listing-page.tsx'

beforeEach(() => useLocalState.getState().reset())

const page = <ListingPage />

async function open(
  at = '/content',
  {
    history,
    member = history !== undefined,
    videos,
  }: { history?: HistoryEntry[]; member?: boolean; videos?: Video[] } = {},
) {
  const server = fakeServer({
    ...libraryAnswers({ ...(history && { history }), ...(videos && { videos }) }),
    markUnseen: () => ({ status: 200, body: { seen: false } }),
  })
  show(page, {
    at,
    path: '/content/*',
    config: { feedbackUrl: 'https://example.org/issues' },
    ...(member && { session: { ...someSession, favourites: ['abort'] } }),
  })
  await screen.findByRole('heading', { level: 1 })
  return server
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const listed = () =>
  [...document.querySelectorAll('.listing .video-card-link')].map((link) => link.textContent)
const card = (title: string) => {
  const found = screen.getAllByRole('link', { name: title })[0]?.closest('li')
  if (!found) throw new Error(`no card ${title}`)
  return within(found)
}
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }))
const address = () => screen.getByTestId('address').textContent

describe('the listing', () => {
  test("is called 'Videos by publishing date' and begins with the newest", async () => {
    await open()
    expect(heading()).toBe('Videos by publishing date')
    expect(listed()).toEqual([
      'Stop what you started',
      'Test doubles',
      'Generators: work that waits',
      'Grouping a list in one call',
      'What a closure remembers',
    ])
  })

  test("fetches the first row's posters at once and before others, each in the width that is shown", async () => {
    const videos = someVideos.map((video) => ({
      ...video,
      thumbnailUrl: `/posters/${video.id}.webp`,
      thumbnailWidths: [320, 480],
    }))
    await open('/content?sort=title', { videos })
    const posters = [...document.querySelectorAll('.video-card img')]
    const asked = posters.map((one) => [one.getAttribute('loading'), one.getAttribute('fetchpriority')])
    const [first, other] = [
      ['eager', 'high'],
      ['lazy', 'auto'],
    ]
    expect(asked).toEqual([first, first, first, first, other])
    expect(posters[0]?.getAttribute('srcset')).toMatch(
      /^\/posters\/\S+-320\.webp 320w, \/posters\/\S+-480\.webp 480w$/,
    )
    expect(posters[0]?.getAttribute('sizes')).toBe(cardSizes)
  })

  test('is grouped by publish date, then category', async () => {
    await open()
    const groups = [...document.querySelectorAll('.listing :is(h2, h3)')]
    expect(groups.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
      'H2 23. September, 2025',
      'H3 Asynchronous code',
      'H3 Testing',
      'H2 8. April, 2025',
      'H3 The language',
      'H2 14. January, 2025',
      'H3 The language',
    ])
  })

  test("says 'Total: N videos, duration'", async () => {
    await open()
    expect(screen.getByText('Total: 5 videos, 1 h 4 min')).toBeTruthy()
  })

  test('has FAQ and feedback links', async () => {
    await open()
    expect(filters().getByRole('link', { name: 'FAQ' }).getAttribute('href')).toBe('/faq')
    expect(filters().getByRole('link', { name: 'Feedback' }).getAttribute('href')).toBe(
      'https://example.org/issues',
    )
  })

  test('reports an empty library', async () => {
    await open('/content', { videos: [] })
    expect(await screen.findByText('There are no videos yet')).toBeTruthy()
    expect(screen.getByText('Total: 0 videos, 0 min')).toBeTruthy()
  })
})

describe('a video card', () => {
  test("has the title with the duration and 'Published on' the date", async () => {
    await open()
    const { getByText, getByRole } = card('What a closure remembers')
    expect(getByText('0:55').getAttribute('datetime')).toBe('PT55S')
    expect(getByText(/^Published on/).textContent).toBe('Published on 14. January, 2025')
    expect(getByRole('link').getAttribute('href')).toBe('/content/video/closures')
  })

  test("says '1 minute' where the duration is not known", async () => {
    fakeServer(libraryAnswers({ videos: [someVideo('live', { title: 'Live', durationSeconds: 0 })] }))
    show(page, { at: '/content', path: '/content/*' })
    await screen.findByRole('heading', { level: 1 })
    expect(card('Live').getByText('1 minute')).toBeTruthy()
  })

  test('is locked for a visitor unless it is free', async () => {
    await open()
    expect(card('Test doubles').getByText('locked')).toBeTruthy()
    expect(card('What a closure remembers').queryByText('locked')).toBeNull()
    expect(card('What a closure remembers').getByText('Free')).toBeTruthy()
  })

  test('is not locked once the sunset has made everything free', async () => {
    fakeServer(libraryAnswers())
    show(page, { at: '/content', path: '/content/*', config: { serviceMode: 'sunset', allFree: true } })
    await screen.findByRole('link', { name: 'Test doubles' })
    expect(screen.queryByText('locked')).toBeNull()
  })

  test('is not locked while it can not be found out who looks', async () => {
    fakeServer(libraryAnswers())
    show(page, { at: '/content', path: '/content/*' })
    useSite.setState({ session: undefined, sessionProblem: new CallProblem(500, 'server-error', 'No.') })
    await screen.findByRole('link', { name: 'Test doubles' })
    expect(screen.queryByText('locked')).toBeNull()
  })

  test('is not locked for a viewer who may watch', async () => {
    await open('/content', { member: true })
    expect(screen.queryByText('locked')).toBeNull()
  })

  test("carries a 'seen' marker only when it was seen: 'click to mark as unseen'", async () => {
    const { asked } = await open('/content', { history: [viewed('doubles')] })
    expect(card('Stop what you started').queryByRole('button')).toBeNull()
    const marker = card('Test doubles').getByRole('button', {
      name: /seen: Test doubles, click to mark as unseen/,
    })
    expect(marker.title).toBe('click to mark as unseen')
    expect(marker.closest<HTMLElement>('.video-card')?.dataset.seen).toBe('true')

    await userEvent.click(marker)
    await waitFor(() => expect(card('Test doubles').queryByRole('button')).toBeNull())
    expect(asked('markUnseen').map(({ params }) => params.id)).toEqual(['doubles'])
  })

  test("a 'seen' marker is not clickable for the admin switched into the account", async () => {
    await open('/content', { history: [viewed('doubles')] })
    act(() => useSite.setState({ session: { ...someSession, switchedBy: { name: 'Root' } } }))
    expect(card('Test doubles').queryByRole('button')).toBeNull()
    expect(document.querySelector('span.seen-marker')?.textContent).toBe('seen: Test doubles')
  })
})

describe('a card', () => {
  const today = () => new Date().toISOString().slice(0, 10)

  test("is marked 'New' while it was published lately and not yet seen", async () => {
    const videos = [someVideo('fresh', { publishedOn: today() }), someVideo('old')]
    await open('/content', { videos })
    expect(card('fresh').getByText('New')).toBeTruthy()
    expect(card('old').queryByText('New')).toBeNull()
    cleanup()
    await open('/content', { videos, history: [viewed('fresh')] })
    expect(card('fresh').queryByText('New')).toBeNull()
  })

  test('shows its description on hover or focus, until Escape', async () => {
    await open()
    const about = () => card('What a closure remembers').queryByText(/keeps the variables around it/)
    expect(about()).toBeNull()
    await userEvent.hover(card('What a closure remembers').getByText('0:55'))
    expect(about()).toBeTruthy()
    await userEvent.unhover(card('What a closure remembers').getByText('0:55'))
    expect(about()).toBeNull()
    act(() => card('What a closure remembers').getByRole('link').focus())
    expect(about()).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(about()).toBeNull()
  })

  test('says it at once in the compact list', async () => {
    useLocalState.getState().set({ listView: true })
    await open()
    expect(card('What a closure remembers').getByText(/keeps the variables around it/)).toBeTruthy()
  })

  test('of a search shows why it was found', async () => {
    await open('/content?q=variables')
    await screen.findByText('Total: 1 video, 55 s')
    expect((await card('What a closure remembers').findByText('variables')).tagName).toBe('MARK')
    cleanup()
    await open('/content?q=clousre')
    await screen.findByText('Total: 1 video, 55 s')
    await waitFor(() => expect(document.querySelector('.video-card-link mark')?.textContent).toBe('closure'))
  })
})

describe('the Filters section', () => {
  test("has a 'Tag Filter' list, versions and a 'Sort by' list", async () => {
    await open()
    const names = filters()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Tag Filter', 'Sort by', 'Versions', 'Help'])
    expect(filters().getByRole('button', { name: /^functions/ })).toBeTruthy()
    expect(filters().getByRole('button', { name: 'ES2024' })).toBeTruthy()
  })

  test('offers seen, unseen and favourites to signed-in users', async () => {
    await open('/content', { history: [viewed('doubles')] })
    await userEvent.click(await filters().findByRole('button', { name: 'Unseen' }))
    expect(listed()).not.toContain('Test doubles')
    await userEvent.click(filters().getByRole('button', { name: 'Seen' }))
    expect(listed()).toEqual(['Test doubles'])
    await userEvent.click(filters().getByRole('button', { name: 'Seen' }))
    await userEvent.click(filters().getByRole('button', { name: 'Favourites' }))
    expect(listed()).toEqual(['Stop what you started'])
    expect(address()).toBe('/content?favourites=1')
  })

  test('offers no tag and no version that would leave nothing', async () => {
    const offered = () =>
      filters()
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .filter((text) => /\d$/.test(text ?? ''))
    await open()
    expect(offered()).toEqual(['data1', 'functions2', 'scope1', 'ES2024', 'ES2025'])
    cleanup()
    await open('/content?q=closure')
    await screen.findByText('Total: 1 video, 55 s')
    expect(offered()).toEqual(['functions1', 'scope1', 'ES2024'])
    cleanup()
    await open('/content?tag=functions&tag=data')
    expect(offered()).toEqual(['data0', 'functions0'])
    cleanup()
    await open('/content?version=es2025')
    expect(offered()).toEqual(['functions1', 'ES2024', 'ES2025'])
  })

  test('keeps its choice in the address', async () => {
    await open()
    await userEvent.click(filters().getByRole('button', { name: /^functions/ }))
    await userEvent.click(filters().getByRole('button', { name: 'ES2025' }))
    await userEvent.click(filters().getByRole('button', { name: 'Title' }))
    expect(address()).toBe('/content?tag=functions&version=es2025&sort=title')
    expect(listed()).toEqual(['Generators: work that waits'])
  })

  test('is read from the address', async () => {
    await open('/content?tag=functions&sort=duration')
    expect(listed()).toEqual(['What a closure remembers', 'Generators: work that waits'])
    const pressed = filters().getAllByRole('button', { pressed: true })
    expect(pressed.map(({ textContent }) => textContent)).toEqual(['functions2', 'Duration'])
  })
})

test('on small screens a button toggles the filter panel', async () => {
  // jsdom has no modal dialogs
  const { prototype } = HTMLDialogElement
  prototype.showModal = function showModal() {
    this.open = true
  }
  prototype.close = function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  await open('/content?tag=functions')
  const toggle = screen.getByRole('button', { name: 'Filters, 1 chosen' })
  await userEvent.click(toggle)
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(panel.getByRole('button', { name: /^scope/ }))
  expect(address()).toBe('/content?tag=functions&tag=scope')
  await userEvent.click(panel.getByRole('button', { name: 'Show 1 video' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
})

describe('the filter summary', () => {
  const summary = () => screen.getByText(/^Filter\(s\):/).closest('p')?.textContent

  test("says 'Filter(s): …' and 'Sorted by …', each with a way to take it back", async () => {
    await open('/content?tag=functions&version=es2024&sort=title')
    expect(summary()).toMatch(/^Filter\(s\):functions.*ES2024/)
    expect(screen.getByText('Sorted by').closest('p')?.textContent).toMatch(/^Sorted bytitle/)
    await userEvent.click(screen.getByRole('button', { name: 'functions, remove this filter' }))
    expect(address()).toBe('/content?version=es2024&sort=title')
    await userEvent.click(screen.getByRole('button', { name: /^title/ }))
    expect(address()).toBe('/content?version=es2024')
    expect(screen.getByText('Sorted by publishing date')).toBeTruthy()
  })

  test('takes all filters back at once', async () => {
    await open('/content?tag=functions&tag=scope&sort=title')
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    expect(address()).toBe('/content?sort=title')
  })

  test('offers a way out of an empty listing', async () => {
    await open('/content?tag=functions&tag=data')
    expect(screen.getByText('Nothing found')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all videos' }))
    expect(listed()).toHaveLength(5)
    expect(address()).toBe('/content')
  })
})

describe('the name of the page', () => {
  test.each([
    ['/content', 'Videos by publishing date', 'Videos by publishing date – Lectern'],
    ['/content?sort=title', 'Videos by publishing date', 'Videos, sorted by title – Lectern'],
    ['/content?q=test', 'Videos matching "test"', 'Videos matching "test" – Lectern'],
    [
      '/content?q=test&sort=title',
      'Videos matching "test"',
      'Videos matching "test", sorted by title – Lectern',
    ],
    ['/content/category/testing', 'Testing', 'Testing – Lectern'],
    ['/content/category/testing?sort=duration', 'Testing', 'Testing, sorted by duration – Lectern'],
    ['/content/category/testing?q=test', 'Videos matching "test"', 'Videos matching "test" – Lectern'],
  ])('at %s is %s, and the document is called %s', async (at, title, name) => {
    await open(at)
    await waitFor(() => expect([heading(), document.title]).toEqual([title, name]))
  })
})

describe('searching', () => {
  test("is called 'Videos matching' with the text in quotes, and lists flat, with categories", async () => {
    await open('/content?q=clousre')
    expect(heading()).toBe('Videos matching "clousre"')
    expect(await screen.findByText('Total: 1 video, 55 s')).toBeTruthy()
    expect(listed()).toEqual(['What a closure remembers'])
    // the second one belongs to the poster
    expect(card('What a closure remembers').getAllByText('The language')).toHaveLength(2)
    expect(screen.getByText('Sorted by best match')).toBeTruthy()
  })
})

describe('sorted by category', () => {
  const rows = () =>
    screen
      .getAllByRole('heading')
      .filter(({ parentElement }) => parentElement?.querySelector('p'))
      .map(({ parentElement }) => parentElement?.textContent)
      .filter((text) => !text?.startsWith('Videos by'))

  test("shows nested categories with 'no videos' or a count, the duration, and 'all seen'", async () => {
    await open('/content?sort=category', { history: [viewed('doubles')] })
    expect(rows()).toEqual([
      'JavaScript4 videos·4 min',
      'The language3 videos·3 min',
      'Asynchronous code1 video·1 min',
      'Testing1 video·1 hall seen',
      'Coming soonno videos',
    ])
  })

  test('leaves empty categories out when a filter is chosen', async () => {
    await open('/content?sort=category&tag=functions')
    expect(rows()).toEqual(['JavaScript2 videos·2 min', 'The language2 videos·2 min'])
  })
})

describe('the views of the listing', () => {
  const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const isChosen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

  test('by topic and by date, remembered for the next visit', async () => {
    await open()
    expect([isChosen('By date'), isChosen('By topic')]).toEqual(['true', 'false'])
    await choose('By topic')
    expect(address()).toBe('/content?sort=category')
    cleanup()
    await open()
    expect(heading()).toBe('Videos by publishing date')
    expect(screen.getByRole('heading', { level: 2, name: 'JavaScript' })).toBeTruthy()
    expect(isChosen('By topic')).toBe('true')
    await choose('By date')
    cleanup()
    await open()
    expect(screen.queryByRole('heading', { level: 2, name: 'JavaScript' })).toBeNull()
  })

  test('a remembered view does not override an order in the URL', async () => {
    useLocalState.getState().set({ byTopic: true })
    await open('/content?sort=title')
    expect(screen.getByText('Sorted by').closest('p')?.textContent).toMatch(/^Sorted bytitle/)
  })

  test('cards or a compact list, remembered for the next visit', async () => {
    await open()
    const look = () => document.querySelector<HTMLElement>('.listing')?.dataset.view
    expect(look()).toBe('cards')
    await choose('List')
    expect([look(), isChosen('List')]).toEqual(['list', 'true'])
    cleanup()
    await open()
    expect(look()).toBe('list')
  })
})

describe('the page of a category', () => {
  test('shows its name, description, sub-categories and all videos below it', async () => {
    await open('/content/category/javascript')
    expect(heading()).toBe('JavaScript')
    expect(screen.getByText('The language.')).toBeTruthy()
    expect(screen.getByText('Total: 4 videos, 4 min')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Asynchronous code' })
    expect(link.getAttribute('href')).toBe('/content/category/javascript/async')
  })

  test('has a breadcrumb', async () => {
    await open('/content/category/javascript/async')
    const steps = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getAllByRole('link')
    expect(steps.map((step) => step.getAttribute('href'))).toEqual([
      '/content',
      '/content/category/javascript',
    ])
    expect(listed()).toEqual(['Stop what you started'])
  })

  test("is 'The given URL can not be found.' for an unknown category", async () => {
    await open('/content/category/cobol')
    await screen.findByText('The given URL can not be found.')
    expect(heading()).toBe('The given URL can not be found.')
  })
})

describe('Continue watching', () => {
  const row = () => screen.queryByRole('region', { name: 'Continue watching' })

  test('offers members their unfinished films', async () => {
    const history = [
      viewed('abort', { positionSeconds: 20 }),
      viewed('closures', { positionSeconds: 55 }),
      viewed('grouping', { positionSeconds: 0 }),
      viewed('gone', { positionSeconds: 20 }),
    ]
    await open('/content', { history })
    expect(
      within(row() as HTMLElement)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Stop what you started'])
  })

  test('is not there for visitors, nor in a filtered listing', async () => {
    await open('/content?tag=functions', { history: [viewed('abort', { positionSeconds: 20 })] })
    expect(row()).toBeNull()
  })
})

describe('while it is loading', () => {
  /** Embeds the library's size in the document. */
  function carry(librarySize: LibrarySize) {
    const element = document.body.appendChild(document.createElement('script'))
    element.type = 'application/json'
    element.id = carriedId
    element.textContent = JSON.stringify({ librarySize })
    onTestFinished(() => element.remove())
  }
  const size = { videos: 40, durationSeconds: 7200, tags: 3, versions: 2, series: 2 }
  const forever = () => new Promise<never>(() => undefined)
  const loading = (at: string, session?: UserSession) => {
    fakeServer({ ...libraryAnswers(), videos: forever })
    show(page, { at, path: '/content/*', ...(session && { session }) })
    const shown = document.querySelector('.placeholder')
    if (!(shown instanceof HTMLElement)) throw new Error('nothing stands in for the listing')
    return shown
  }
  const countOf = (shown: HTMLElement, selector: string) => shown.querySelectorAll(selector).length

  test('screen readers read only that, and placeholders cannot be reached', () => {
    const shown = loading('/content')
    expect(shown.hasAttribute('inert')).toBe(true)
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading...')
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test("reserves the space of the library's size in the document", () => {
    carry(size)
    const shown = loading('/content')
    expect(shown.textContent).toContain('Total: 40 videos, 2 h')
    expect(countOf(shown, '.card-row > li')).toBe(2)
    expect(countOf(shown, 'aside li .num')).toBe(3)
    expect(countOf(shown, '.grouped > li')).toBe(12)
  })

  test.each([
    ['the list', { listView: true }, '/content', '[data-view="list"] .grouped'],
    ['by topic', { byTopic: true }, '/content', 'h2 a'],
    ['an order', {}, '/content?sort=title', '.card-grid:not(.grouped)'],
    ['a search', {}, '/content?q=promise', '.card-grid:not(.grouped)'],
  ])('is that of %s', (_, state, at, selector) => {
    useLocalState.getState().set(state)
    const shown = loading(at)
    expect(countOf(shown, selector)).toBeGreaterThan(0)
  })

  test('reserves space for unfinished films, as many as there were', async () => {
    await open('/content', { history: [viewed('abort', { positionSeconds: 20 })] })
    expect(useLocalState.getState().continued).toBe(1)
    cleanup()
    const row = '[aria-labelledby="continue-watching"] li'
    expect(countOf(loading('/content', someSession), row)).toBe(1)
    cleanup()
    expect(countOf(loading('/content'), row)).toBe(0)
    cleanup()
    useLocalState.getState().set({ continued: 1e9 })
    expect(countOf(loading('/content', someSession), row)).toBe(4)
  })
})

test('a library that cannot be loaded is reported, and can be retried', async () => {
  let broken = true
  fakeServer({
    ...libraryAnswers(),
    categories: () => (broken ? problem('not-found', 'away') : libraryAnswers().categories()),
  })
  show(page, { at: '/content', path: '/content/*' })
  expect(await screen.findByText('The videos can not be loaded at the moment.')).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Total: 5 videos, 1 h 4 min')
})

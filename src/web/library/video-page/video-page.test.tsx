import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { HistoryEntry, Playback, Series, Video } from '#contract/library/library.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { libraryAnswers, somePlayback, someSeries, someVideo, viewed } from '#support/some-library.tsx'
import { someSession } from '#support/some-site.ts'
import { someSubscription } from '#support/some-subscription.ts'
import { playerName } from '#web/library/videos/player-name.ts'
import { noticeEndedSession } from '#web/platform/site/ended-session.ts'
import { Navigate } from '#web/platform/site/router.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { Component as VideoPage } from './video-page.tsx'

beforeEach(() => useLocalState.getState().reset())
afterEach(() => vi.useRealTimers())

/** In steps, so that React renders in between. */
async function wait(ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(50, left)))
  }
}

type Failure = ReturnType<typeof problem>

type Opening = {
  member?: boolean
  history?: HistoryEntry[] | Promise<HistoryEntry[]> | (() => HistoryEntry[] | Failure)
  state?: unknown
  /** Answer of `GET /api/video/{id}`. */
  video?: (id: string) => Playback | Failure | Promise<Playback>
  videos?: Video[]
  stop?: () => { status: 200; body: { streams: number } } | Failure
  /** Whether the calls for seen and favourite videos fail. */
  changesFail?: boolean
  series?: Series[]
  config?: Partial<SiteConfig>
  /** The admin watches, switched into the account. */
  switched?: boolean
  /** Overrides of the viewer. */
  who?: Partial<SignedInSession>
  /** The grant is still valid on the second request. */
  sameAddress?: boolean
}

async function open(
  at: string,
  {
    member = true,
    history = [],
    state,
    videos,
    video = somePlayback,
    stop = notAsked,
    changesFail,
    series = [],
    config = {},
    switched = false,
    sameAddress = false,
    who = {},
  }: Opening = {},
) {
  let grants = 0
  const unless = <Reply,>(reply: Reply) => (changesFail ? problem('unavailable', 'away') : reply)
  const server = fakeServer({
    ...libraryAnswers({ ...(videos && { videos }), series }),
    videoPreview: () => ({
      status: 200,
      body: {
        chapters: [
          { startSeconds: 0, title: 'One value' },
          { startSeconds: 21, title: 'Two values' },
        ],
        beginnings: [
          { srclang: 'de', text: 'Ein Generator wartet …' },
          { srclang: 'en', text: 'A generator waits until …' },
        ],
      },
    }),
    videoHistory: async () => {
      const given = await (typeof history === 'function' ? history() : history)
      return Array.isArray(given) ? { status: 200, body: { history: given } } : given
    },
    video: async ({ params: { id = '' } }) => {
      const answer = await video(id)
      if (typeof answer === 'string' || 'failure' in answer) return answer
      if (!sameAddress) grants += 1
      const url = `/media/grant-${grants}/film.mp4`
      return { status: 200, body: { ...answer, source: { ...answer.source, url } } }
    },
    markViewed: () => unless({ status: 200, body: { seen: true, viewedAt: '2025-10-02T10:00:00Z' } }),
    markUnseen: () => unless({ status: 200, body: { seen: false } }),
    videoText: () => ({
      status: 200,
      body: { text: [{ tag: 'p', children: [{ tag: 'strong', children: ['variables'] }] }] },
    }),
    keepPosition: ({ body }) => ({
      status: 200,
      body: { ...(body as { positionSeconds: number }), expiresAt: '2025-10-02T10:05:00Z' },
    }),
    bookmarks: () => ({ status: 200, body: { bookmarks: [] } }),
    addFavourite: ({ params: { id = '' } }) => unless({ status: 200, body: { favourites: [id] } }),
    removeFavourite: () => problem('unavailable', 'away'),
    stopOldestStream: stop,
  })
  const session = { ...someSession, ...who, ...(switched && { switchedBy: { name: 'Root' } }) }
  const page = (
    <>
      <VideoPage />
      <Notifications />
    </>
  )
  show(page, { at, path: '/content/video/:id', state, config, ...(member && { session }) })
  await screen.findByRole('heading', { level: 1 })
  return server
}

const payer = { permissions: ['subscription.manage' as const] }
const notAsked = () => problem('unavailable', 'nobody asked')

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const film = async () => {
  await waitFor(() => expect(document.querySelector('.player video')?.getAttribute('src')).toMatch(/grant/))
  // waits for its listeners
  await act(async () => undefined)
  return theFilm()
}
const address = () => screen.getByTestId('address').textContent

describe('a viewer who may not watch', () => {
  test.each([
    ['login-required', false, 'Please log in to view the video', 'Log in'],
    ['subscription-required', true, 'The video is for subscribers', 'Go to the subscription'],
    ['confirmation-required', true, 'Please confirm your email to view the video', 'Go to the profile'],
  ] as const)('sees by %s the title, the reason, and what to do', async (code, member, sentence, way) => {
    await open('/content/video/generators?t=9', { member, who: payer, video: () => problem(code, 'no') })
    expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
    expect(heading()).toBe('Generators: work that waits')
    expect(document.querySelector('video')).toBeNull()
    expect(screen.getByRole('link', { name: way })).toBeTruthy()
  })

  test.each(['subscription-required', 'confirmation-required'] as const)(
    'and is signed in is not asked to log in (%s)',
    async (code) => {
      await open('/content/video/generators', { who: payer, video: () => problem(code, 'no') })
      await screen.findByRole('link', { name: /Go to/ })
      expect(screen.queryByText(/log in/i)).toBeNull()
    },
  )

  test('as a visitor starts the trial or logs in, and comes back', async () => {
    await open('/content/video/generators?t=9', {
      member: false,
      video: () => problem('login-required', 'no'),
    })
    const login = await screen.findByRole('link', { name: 'Log in' })
    expect(login.getAttribute('href')).toBe('/login?next=%2Fcontent%2Fvideo%2Fgenerators%3Ft%3D9')
    expect(screen.getByRole('link', { name: 'Start free trial' }).getAttribute('href')).toBe(
      '/register?next=%2Fcontent%2Fvideo%2Fgenerators%3Ft%3D9',
    )
    expect(screen.getByText('Watch it and everything else free for 14 days, without a card.')).toBeTruthy()
    expect(
      screen.getByRole('link', { name: '€11.90 a month for one user, including VAT' }).getAttribute('href'),
    ).toBe('/pricing')
    expect(document.querySelector('.locked img')?.getAttribute('src')).toBe('/posters/generators.webp')
  })

  test('is offered no trial if there is none', async () => {
    await open('/content/video/generators', {
      member: false,
      config: { trialDays: 0 },
      video: () => problem('login-required', 'no'),
    })
    expect((await screen.findByRole('link', { name: 'Register' })).getAttribute('href')).toContain('next=')
    expect(screen.queryByText(/free trial|everything else free/)).toBeNull()
    expect(screen.getByText(/a month for one user/)).toBeTruthy()
  })

  test.each([
    ['sunset', /^This service is closing: new subscriptions are no longer taken/],
    ['paused', /^No new subscriptions or registrations are taken at the moment/],
  ] as const)(
    'reads while the service is in %s why there is no subscription, and is offered nothing',
    async (mode, sentence) => {
      await open('/content/video/generators', {
        member: false,
        config: { serviceMode: mode },
        video: () => problem('login-required', 'no'),
      })
      expect(await screen.findByText(sentence)).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
      expect(screen.queryByRole('link', { name: /register|trial/i })).toBeNull()
      expect(screen.queryByText(/free trial|everything else free|a month for one user/)).toBeNull()
    },
  )

  test('sees chapters and first words, and the other videos of its series', async () => {
    const server = await open('/content/video/generators', { member: false, series: someSeries })
    expect(await screen.findByText('A generator waits until …')).toBeTruthy()
    expect(screen.getByText('Two values').closest('li')?.textContent).toBe('0:21Two values')
    expect(screen.getByText('The rest of the transcript is for subscribers.')).toBeTruthy()
    const series = screen.getByRole('region', { name: 'Series: Functions that wait' })
    expect(within(series).getAllByRole('link')).toHaveLength(4)
    expect(server.asked('video')).toHaveLength(0)
  })

  test('does not see the first words of a film that they watch elsewhere already', async () => {
    await open('/content/video/generators', { video: () => problem('too-many-streams', 'no') })
    await screen.findByRole('heading', { name: 'You are already watching another video' })
    expect(screen.queryByText('A generator waits until …')).toBeNull()
  })

  test('as a user of a team whose time has ended sees whom to ask, without prices or links to the subscription', async () => {
    await open('/content/video/generators', {
      who: { mayWatch: false, askable: ['Olivia Owens', 'Mira Manning'] },
      video: () => problem('subscription-required', 'no'),
    })
    expect(await screen.findByText('Ask Olivia Owens or Mira Manning.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Go to the subscription' })).toBeNull()
    expect(screen.queryByText(/a month for one user/)).toBeNull()
  })

  test.each([
    [['subscription.manage' as const], true],
    [[], false],
  ])('while the subscription is paused sees until when, and no offer (%j)', async (permissions, leads) => {
    const paused = { from: '2026-11-20T23:00:00.000Z', until: '2026-12-20T23:00:00.000Z', begun: true }
    const who = {
      mayWatch: false,
      askable: ['Olivia Owens'],
      permissions,
      subscription: { ...someSubscription, paused },
    }
    await open('/content/video/generators', { who, video: () => problem('subscription-required', 'no') })
    expect(await screen.findByText(/is paused until 21. December, 2026/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Paused' })).toBeTruthy()
    expect(screen.queryByText(/Ask Olivia|a month for one user|no running subscription/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Go to the subscription' }) !== null).toBe(leads)
  })

  test('without a running subscription sees that', async () => {
    await open('/content/video/generators', {
      who: payer,
      video: () => problem('subscription-required', 'no'),
    })
    expect(await screen.findByText(/no running subscription/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the subscription' }).getAttribute('href')).toBe(
      '/account/subscription',
    )
  })

  test('with an unconfirmed email is asked to confirm it', async () => {
    await open('/content/video/generators', { video: () => problem('confirmation-required', 'no') })
    expect(await screen.findByText(/Please click on the link .* ada@example.org/)).toBeTruthy()
  })
})

test('a member whose session ends during a film returns to its second after the login, and sees no offer', async () => {
  await open('/content/video/generators')
  const { at } = await film()
  at(43.6)
  noticeEndedSession()
  fakeServer({
    keepPosition: () => problem('login-required', 'no'),
    userSession: () => ({ status: 200, body: { authenticated: false } }),
  })
  dispatchEvent(new Event('pagehide'))
  theFilm().runs()
  dispatchEvent(new Event('pagehide'))
  const heading = await screen.findByRole('heading', { name: 'You were logged out' })
  expect(heading.closest('[role="alert"]')).toBeTruthy()
  expect(screen.getByText('Log in again to go on at 0:43.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/login?next=%2Fcontent%2Fvideo%2Fgenerators%3Ft%3D43',
  )
  expect(screen.queryByText(/a month for one user|free trial/)).toBeNull()
  expect(screen.queryByRole('heading', { name: /for subscribers/ })).toBeNull()
})

describe('a viewer at the limit of streams', () => {
  test('stops another one and continues here', async () => {
    let full = true
    const server = await open('/content/video/generators', {
      video: (id) => (full ? problem('too-many-streams', 'no') : somePlayback(id)),
      stop: () => {
        full = false
        return { status: 200, body: { streams: 2 } }
      },
    })
    expect(
      await screen.findByRole('heading', { name: 'You are already watching another video' }),
    ).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
    await userEvent.click(button('Stop the other one'))
    await film()
    expect(server.asked('stopOldestStream')).toHaveLength(1)
  })

  test('sees if the other one could not be stopped', async () => {
    await open('/content/video/generators', { video: () => problem('too-many-streams', 'no') })
    await userEvent.click(await screen.findByRole('button', { name: 'Stop the other one' }))
    expect(await screen.findByText(/could not be stopped/)).toBeTruthy()
    expect(button('Stop the other one')).toBeTruthy()
  })

  test('loses a film stopped elsewhere, and resumes it at its position', async () => {
    let full = false
    const stop = () => {
      full = false
      return { status: 200 as const, body: { streams: 2 } }
    }
    const video = (id: string) => (full ? problem('too-many-streams', 'no') : somePlayback(id))
    await open('/content/video/generators', { video, stop })
    const before = await film()
    before.runs()
    before.at(33)
    full = true
    before.fails()
    await userEvent.click(await screen.findByRole('button', { name: 'Stop the other one' }))
    const after = await film()
    expect(after.element.currentTime).toBe(33)
  })
})

describe('the header', () => {
  test('at the ends Previous and Next are disabled and show why', async () => {
    await open('/content/video/closures')
    expect(button('Next').getAttribute('aria-disabled')).toBe('true')
    expect(button('Next').title).toBe('There is no next video.')
    expect(button('Previous').getAttribute('aria-disabled')).toBeNull()
  })

  test('without a listing Previous and Next follow the publishing date', async () => {
    await open('/content/video/generators')
    await waitFor(() => expect(button('Next').title).toBe('Grouping a list in one call'))
    expect(button('Previous').title).toBe('Test doubles')
    await userEvent.click(button('Next'))
    expect(address()).toBe('/content/video/grouping')
    await waitFor(() => expect(heading()).toBe('Grouping a list in one call'))
  })

  test('they follow the listing that the viewer came from, and so does the link back', async () => {
    const state = { listing: '/content?tag=functions&sort=title' }
    await open('/content/video/generators', { state })
    await waitFor(() => expect(button('Next').title).toBe('What a closure remembers'))
    expect(button('Previous').title).toBe('There is no previous video.')
    expect(screen.getByRole('link', { name: 'All videos' }).getAttribute('href')).toBe(state.listing)
    await userEvent.click(button('Next'))
    await waitFor(() => expect(button('Next').title).toBe('There is no next video.'))
    expect(screen.getByRole('link', { name: 'All videos' }).getAttribute('href')).toBe(state.listing)
  })

  test('a listing of unseen videos keeps those that are being watched', async () => {
    const state = { listing: '/content?seen=unseen&sort=title' }
    await open('/content/video/generators', { state, history: [viewed('doubles')] })
    await waitFor(() => expect(button('Next').title).toBe('Grouping a list in one call'))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    ;(await film()).runs()
    await act(() => vi.advanceTimersByTimeAsync(400))
    await screen.findByRole('button', { name: 'Mark video as unseen' })
    expect(button('Next').title).toBe('Grouping a list in one call')
  })

  test('can be collapsed, which is remembered', async () => {
    await open('/content/video/generators')
    await userEvent.click(button('Collapse the header'))
    expect(button('Expand the header').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the videos' }).getAttribute('href')).toBe('/content')
    expect(useLocalState.getState().headerCollapsed).toBe(true)
  })
})

describe('the Info tab', () => {
  test('shows duration, category path, publish date, tags and versions', async () => {
    await open('/content/video/closures')
    const facts = [...document.querySelectorAll('.facts > div')].map((fact) => fact.textContent)
    await waitFor(() => expect(document.querySelectorAll('.facts > div')).toHaveLength(5))
    expect(facts[0]).toBe('Duration0:55')
    expect(document.querySelector('.facts')?.textContent).toMatch(/CategoryJavaScript\/The language/)
    expect(document.querySelector('.facts')?.textContent).toMatch(/Published on14. January, 2025/)
    expect(screen.getByRole('link', { name: 'scope' }).getAttribute('href')).toBe('/content?tag=scope')
    expect(screen.getByRole('link', { name: 'ES2024' }).getAttribute('href')).toBe('/content?version=es2024')
  })

  test('shows the description, in Markdown', async () => {
    await open('/content/video/closures')
    expect((await screen.findByText('variables')).tagName).toBe('STRONG')
  })

  test("says '- No Description -' without one", async () => {
    await open('/content/video/generators')
    expect(screen.getByText('- No Description -')).toBeTruthy()
  })

  test("offers 'Mark video as unseen' only when it is seen", async () => {
    const { asked } = await open('/content/video/generators', { history: [viewed('generators')] })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark video as unseen' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark video as unseen' })).toBeNull())
    expect(asked('markUnseen')).toHaveLength(1)
  })

  test('adds and removes a favourite; failures are reported', async () => {
    await open('/content/video/generators')
    await userEvent.click(button('Favourite'))
    await waitFor(() => expect(button('Favourite').getAttribute('aria-pressed')).toBe('true'))
    await userEvent.click(button('Favourite'))
    expect(
      await screen.findByText('An error occurred while unfavoriting the video. Please try again later.'),
    ).toBeTruthy()
  })

  test('reports that it could not mark a video as unseen, which stays seen', async () => {
    await open('/content/video/generators', { history: [viewed('generators')], changesFail: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark video as unseen' }))
    expect(
      await screen.findByText('The video can not be marked as unseen at the moment - sorry!'),
    ).toBeTruthy()
    expect(button('Mark video as unseen')).toBeTruthy()
  })

  test('reports that it could not make a video a favourite, which is none then', async () => {
    await open('/content/video/generators', { changesFail: true })
    await userEvent.click(button('Favourite'))
    expect(
      await screen.findByText('An error occurred while favoriting the video. Please try again later.'),
    ).toBeTruthy()
    expect(button('Favourite').getAttribute('aria-pressed')).toBe('false')
  })

  test('has Autoplay, favourites and the history for those logged in only', async () => {
    await open('/content/video/closures', { member: false })
    expect(screen.queryByRole('checkbox', { name: 'Autoplay' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Favourite' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'History' })).toBeNull()
  })
})

test('the Comments tab says that none are configured', async () => {
  await open('/content/video/generators')
  await userEvent.click(screen.getByRole('tab', { name: 'Comments' }))
  expect(await screen.findByText('No comments service is set up for this site.')).toBeTruthy()
})

describe('the History', () => {
  const list = async () => within(await screen.findByRole('region', { name: 'History' }))

  test('says when nothing was watched yet', async () => {
    await open('/content/video/generators')
    expect((await list()).getByText('You have not watched any videos yet.')).toBeTruthy()
  })

  test('does not claim so while loading, or if only deleted videos were watched', async () => {
    const { promise, resolve } = Promise.withResolvers<HistoryEntry[]>()
    await open('/content/video/generators', { history: promise })
    expect((await list()).getByRole('status').textContent).toBe('Loading...')
    expect((await list()).queryByText('You have not watched any videos yet.')).toBeNull()
    resolve([viewed('gone')])
    expect(
      await screen.findByText('The videos that you have watched are no longer in the library.'),
    ).toBeTruthy()
    expect((await list()).queryByText('You have not watched any videos yet.')).toBeNull()
  })

  test('says that it can not be loaded, and can be tried again', async () => {
    let down = true
    await open('/content/video/generators', {
      history: () => (down ? problem('forbidden', 'No.') : [viewed('closures')]),
    })
    expect((await (await list()).findByRole('alert')).textContent).toBe(
      'What you have watched can not be loaded at the moment.',
    )
    expect((await list()).queryByText('You have not watched any videos yet.')).toBeNull()
    down = false
    await userEvent.click((await list()).getByRole('button', { name: 'Try again' }))
    expect(await (await list()).findByRole('link', { name: /What a closure remembers/ })).toBeTruthy()
  })

  test('lists the 7 most recently viewed, and no more', async () => {
    const ids = ['gone', ...Array.from({ length: 9 }, (_, n) => `v${n}`)]
    const videos = ids.slice(1).map((id) => someVideo(id))
    await open('/content/video/v8', { videos, history: ids.map((id) => viewed(id)) })
    const links = (await list()).getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(ids.slice(1, 8).map((id) => `/content/video/${id}`))
  })
})

describe('watching', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  test('as another user, the admin sends no changes, and has no buttons for them', async () => {
    const { asked } = await open('/content/video/generators', {
      history: [viewed('generators')],
      switched: true,
    })
    const shown = await film()
    shown.runs()
    shown.at(20)
    await wait(16_000)
    dispatchEvent(new Event('pagehide'))
    for (const name of ['Mark video as unseen', 'Favourite']) {
      const pressed = await screen.findByRole('button', { name })
      expect(pressed).toHaveProperty('disabled', true)
      pressed.click()
    }
    for (const call of ['markViewed', 'keepPosition', 'markUnseen', 'addFavourite'] as const)
      expect([call, asked(call)]).toEqual([call, []])
    expect(screen.queryByRole('tab', { name: 'Bookmarks' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a view call is made 250 ms after playback started', async () => {
    const { asked } = await open('/content/video/generators')
    ;(await film()).runs()
    await wait(200)
    expect(asked('markViewed')).toHaveLength(0)
    await wait(100)
    expect(asked('markViewed').map(({ params }) => params.id)).toEqual(['generators'])
    expect(await screen.findByRole('button', { name: 'Mark video as unseen' })).toBeTruthy()
  })

  test('a view call that fails is said', async () => {
    await open('/content/video/generators', { changesFail: true })
    ;(await film()).runs()
    await wait(300)
    expect(await screen.findByText('The video can not be viewed at the moment - sorry!')).toBeTruthy()
  })

  test('a visitor who watches a free video is not reported, but keeps the media address alive', async () => {
    const { asked } = await open('/content/video/closures', { member: false })
    const { runs, at } = await film()
    runs()
    at(4)
    at(14)
    await wait(15_100)
    expect(asked('markViewed')).toHaveLength(0)
    expect(asked('keepPosition').map(({ body }) => body)).toEqual([
      { positionSeconds: 14, playedSeconds: 10, player: playerName },
    ])
    // what keeps it is loaded on demand
    await vi.dynamicImportSettled()
    expect(useLocalState.getState().begun).toEqual([
      { videoId: 'closures', viewedAt: expect.any(String), seen: true, positionSeconds: 14 },
    ])
  })

  test("a member's viewing is not stored in the browser", async () => {
    await open('/content/video/closures')
    const { runs, at } = await film()
    runs()
    at(14)
    await wait(15_100)
    await vi.dynamicImportSettled()
    expect(useLocalState.getState().begun).toEqual([])
  })

  test('it begins where the viewer stopped', async () => {
    await open('/content/video/generators', {
      video: (id) => ({ ...somePlayback(id), positionSeconds: 31 }),
    })
    expect((await film()).element.currentTime).toBe(31)
  })

  test('the moment in the address wins', async () => {
    await open('/content/video/generators?t=12', {
      video: (id) => ({ ...somePlayback(id), positionSeconds: 31 }),
    })
    expect((await film()).element.currentTime).toBe(12)
  })

  test('a refused media URL is replaced, and the film continues at its position', async () => {
    const { asked } = await open('/content/video/generators')
    const { element, runs, at, fails } = await film()
    runs()
    at(20)
    fails()
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-2/film.mp4'))
    expect(element.currentTime).toBe(20)
    expect(element.paused).toBe(false)
    expect(asked('video')).toHaveLength(2)
    expect(screen.queryByText('The video can not be loaded at the moment - sorry!')).toBeNull()
  })

  test('captions with a refused URL are replaced, and the film continues at its position', async () => {
    let openings = 0
    const video = (id: string) => {
      openings += 1
      const src = `/media/grant-${openings}/captions.en.vtt`
      const english = { kind: 'captions', src, srclang: 'en', label: 'English', default: true } as const
      return somePlayback(id, { tracks: [english], positionSeconds: 31 })
    }
    const { asked } = await open('/content/video/generators', { video })
    const { element, runs, at } = await film()
    const captions = () => element.querySelector('track[kind=captions]')
    runs()
    at(20)
    await waitFor(() => expect(captions()?.getAttribute('src')).toBe('/media/grant-1/captions.en.vtt'))
    act(() => void captions()?.dispatchEvent(new Event('error')))
    await waitFor(() => expect(captions()?.getAttribute('src')).toBe('/media/grant-2/captions.en.vtt'))
    expect([element.currentTime, element.paused]).toEqual([20, false])
    expect(asked('video')).toHaveLength(2)
  })

  test('a film that failed offline sends no requests until the browser is online, and continues at its position', async () => {
    const { asked } = await open('/content/video/generators')
    const { element, runs, at, fails } = await film()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    runs()
    at(20)
    for (let tries = 0; tries < 5; tries += 1) fails()
    expect(asked('video')).toHaveLength(1)
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-2/film.mp4'))
    expect([element.currentTime, element.paused]).toEqual([20, false])
    expect(screen.queryByText('The video can not be loaded at the moment - sorry!')).toBeNull()
  })

  test('a film whose URL is still valid is loaded again at its position, with a name that has not failed', async () => {
    await open('/content/video/generators', { sameAddress: true })
    const { element, runs, at, fails } = await film()
    runs()
    at(20)
    fails()
    await waitFor(() =>
      expect(element.getAttribute('src')).toMatch(/^\/media\/grant-0\/film\.mp4\?reload=\d+$/),
    )
    expect([element.currentTime, element.paused]).toEqual([20, false])
  })

  test('a film that starves for ten seconds without a byte is asked for anew, one that is slow is not', async () => {
    const { asked } = await open('/content/video/generators')
    const { element, runs, at } = await film()
    runs()
    at(20)
    vi.useFakeTimers()
    Object.defineProperty(element, 'readyState', { configurable: true, value: 2 })
    act(() => void element.dispatchEvent(new Event('waiting')))
    await wait(9_000)
    act(() => void element.dispatchEvent(new Event('progress')))
    await wait(9_950)
    expect(asked('video')).toHaveLength(1)
    await wait(50)
    expect(asked('video')).toHaveLength(2)
  })

  test('a film that plays on from its buffer is left alone when the browser is online again', async () => {
    const { asked } = await open('/content/video/generators')
    const { runs } = await film()
    runs()
    act(() => void dispatchEvent(new Event('online')))
    expect(asked('video')).toHaveLength(1)
  })

  test('a film that was paused stays paused then', async () => {
    await open('/content/video/generators')
    const { element, runs, at, fails } = await film()
    runs()
    at(20)
    act(() => element.pause())
    fails()
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-2/film.mp4'))
    expect(element.paused).toBe(true)
  })

  test('a film that fails again and again says so, and can be tried again', async () => {
    await open('/content/video/generators')
    const { element, runs, fails } = await film()
    runs()
    for (const grant of [2, 3]) {
      fails()
      await waitFor(() => expect(element.getAttribute('src')).toBe(`/media/grant-${grant}/film.mp4`))
    }
    fails()
    expect(await screen.findByText('The video can not be loaded at the moment - sorry!')).toBeTruthy()
    await act(async () => button('Try again').click())
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-4/film.mp4'))
    // the player's keys still work
    expect(document.activeElement).toBe(document.querySelector('.player'))
  })

  test('without captions its chapters are shown next to the film, and seek in it', async () => {
    const chapters = [
      { startSeconds: 0, title: 'One value' },
      { startSeconds: 21, title: 'Two values' },
    ]
    const silent = someVideo('silent', { hasCaptions: false })
    await open('/content/video/silent', {
      videos: [silent],
      video: () => somePlayback('silent', { video: silent, chapters }),
    })
    const { element } = await film()
    await act(async () => screen.getByRole('tab', { name: 'Chapters' }).click())
    const list = within(await screen.findByRole('region', { name: 'Chapters' }))
    expect(list.getByRole('button', { current: true }).textContent).toBe('0:00One value')
    await act(async () => list.getByRole('button', { name: /Two values/ }).click())
    expect(element.currentTime).toBe(21)
    expect(list.getByRole('button', { current: true }).textContent).toBe('0:21Two values')
  })

  test('speed and volume are remembered and applied to the next film', async () => {
    useLocalState.getState().set({ speed: 1.5, volume: 0.4 })
    await open('/content/video/generators')
    const { element } = await film()
    expect([element.playbackRate, element.volume]).toEqual([1.5, 0.4])
    act(() => {
      element.playbackRate = 2
      element.dispatchEvent(new Event('ratechange'))
    })
    expect(useLocalState.getState().speed).toBe(2)
    expect(element.defaultPlaybackRate).toBe(2)
  })
})

describe('when the film ends', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

  test('there are Replay and Play next', async () => {
    await open('/content/video/generators')
    const { element, ends } = await film()
    ends()
    expect(await screen.findByRole('button', { name: 'Play next' })).toBeTruthy()
    expect(screen.queryByText(/The next video plays in/)).toBeNull()
    await act(async () => button('Replay').click())
    expect([element.currentTime, element.paused]).toEqual([0, false])
    expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull()
  })

  test('Play next opens the next video in the same media element, and plays it', async () => {
    await open('/content/video/generators')
    const { element, ends } = await film()
    ends()
    await act(async () => button('Play next').click())
    await waitFor(() => expect(heading()).toBe('Grouping a list in one call'))
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-2/film.mp4'))
    expect(document.querySelector('.player video')).toBe(element)
    expect(element.paused).toBe(false)
  })

  test('with autoplay the next one opens after five seconds, unless that is cancelled', async () => {
    useLocalState.getState().set({ autoplay: true })
    await open('/content/video/generators')
    const { ends } = await film()
    ends()
    // its script may be loading
    expect(await screen.findByText('The next video plays in 5 seconds')).toBeTruthy()
    await wait(4000)
    expect(heading()).toBe('Generators: work that waits')
    await wait(1200)
    await waitFor(() => expect(heading()).toBe('Grouping a list in one call'))

    await film()
    theFilm().ends()
    await act(async () => button('Cancel').click())
    await wait(10_000)
    expect(heading()).toBe('Grouping a list in one call')
  })

  test('until the next one is loaded nothing reads, keeps or plays the one before under its name', async () => {
    let load: () => void = () => undefined
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    const chapters = [
      { startSeconds: 0, title: 'One value' },
      { startSeconds: 20, title: 'Two values' },
    ]
    const { asked } = await open('/content/video/generators', {
      video: async (id) => {
        if (id === 'grouping') await loaded
        return somePlayback(id, { chapters, ...(id === 'grouping' && { positionSeconds: 12 }) })
      },
    })
    const { element, at } = await film()
    await act(async () => screen.getByRole('tab', { name: 'Bookmarks' }).click())
    at(31)
    expect(await screen.findByRole('button', { name: 'Set a bookmark at 0:31' })).toHaveProperty(
      'disabled',
      false,
    )
    await act(async () => button('Next').click())
    await waitFor(() => expect(heading()).toBe('Grouping a list in one call'))

    at(32)
    expect(await screen.findByRole('button', { name: 'Set a bookmark at 0:00' })).toHaveProperty(
      'disabled',
      true,
    )
    await act(async () => button('Copy link at current time').click())
    expect(writeText).toHaveBeenLastCalledWith(`${location.origin}/content/video/grouping`)
    theFilm().runs()
    await wait(16_000)
    expect(element.paused).toBe(true)
    expect(asked('markViewed')).toEqual([])
    expect(asked('keepPosition').filter(({ params }) => params.id === 'grouping')).toEqual([])

    load()
    await waitFor(() => expect(element.getAttribute('src')).toBe('/media/grant-2/film.mp4'))
    // keys pressed before take effect now
    expect([element.currentTime, element.paused]).toEqual([12, false])
    expect(await screen.findByRole('button', { name: 'Set a bookmark at 0:12' })).toHaveProperty(
      'disabled',
      false,
    )
  })

  test('with autoplay a video starts when it is loaded', async () => {
    useLocalState.getState().set({ autoplay: true })
    await open('/content/video/generators')
    expect((await film()).element.paused).toBe(false)
  })

  test('a film playing in the previous document continues, once, without a trace in the URL', async () => {
    await open('/content/video/generators?autoplay&t=21')
    const { element } = await film()
    await waitFor(() => expect([element.currentTime, element.paused]).toEqual([21, false]))
    await waitFor(() => expect(address()).toBe('/content/video/generators'))
  })

  test('a visitor is offered the trial, to come back to the next one, and the next free one', async () => {
    const videos = ['one', 'two', 'three', 'four'].map((id, n) =>
      someVideo(id, { free: id === 'one' || id === 'four', publishedOn: `2025-04-0${8 - n}` }),
    )
    await open('/content/video/one', { member: false, videos })
    ;(await film()).ends()
    expect(screen.getByText('The next video is for subscribers.')).toBeTruthy()
    const end = within(document.querySelector<HTMLElement>('.end-screen') ?? document.body)
    expect(end.getByRole('link', { name: 'Start free trial' }).getAttribute('href')).toBe(
      '/register?next=%2Fcontent%2Fvideo%2Ftwo',
    )
    await act(async () => button('Next free video: four').click())
    await waitFor(() => expect(address()).toBe('/content/video/four'))
    // after the last film comes the first free one
    ;(await film()).ends()
    expect(button('Next free video: one')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start free trial' }).getAttribute('href')).toBe('/register')
  })

  test('the last of the list has no next', async () => {
    useLocalState.getState().set({ autoplay: true })
    await open('/content/video/closures')
    ;(await film()).ends()
    expect(screen.getByText('This was the last one of the list.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Play next' })).toBeNull()
  })
})

test('the former address of a video becomes the present one, with its moment', async () => {
  await open('/content/video/yield?t=7', { video: () => somePlayback('generators') })
  await waitFor(() => expect(address()).toBe('/content/video/generators?t=7'))
  expect(heading()).toBe('Generators: work that waits')
})

test('the comments of a renamed video are those that it had', async () => {
  const comments = { provider: 'isso', url: 'https://talk.example.org/isso/' } as const
  const renamed = someVideo('tags', { commentsId: 'jsx' })
  await open('/content/video/tags', {
    videos: [renamed],
    video: () => somePlayback('tags', { video: renamed }),
    config: { comments },
  })
  await userEvent.click(screen.getByRole('tab', { name: 'Comments' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load comments' }))
  await waitFor(() =>
    expect(document.getElementById('isso-thread')?.dataset.issoId).toBe('/content/video/jsx'),
  )
})

describe('a video that cannot be opened', () => {
  test('is requested from the server after following a link: it may have moved', async () => {
    fakeServer({ ...libraryAnswers(), video: () => problem('not-found', 'no') })
    const page = <VideoPage />
    const link = <Navigate to="/content/video/nothing" />
    show(page, {
      at: '/start',
      path: '/content/video/:id',
      elsewhere: { '/start': link },
      session: someSession,
    })
    await waitFor(() => expect(sessionStorage.getItem('lectern')).toContain('"arriving"'))
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test("is 'The given URL can not be found.' if it does not exist", async () => {
    await open('/content/video/nothing', { video: () => problem('not-found', 'no') })
    await waitFor(() => expect(heading()).toBe('The given URL can not be found.'))
  })

  test("says 'The video can not be loaded at the moment - sorry!'", async () => {
    await open('/content/video/generators', { video: () => problem('too-many-requests', 'slow down') })
    expect((await screen.findAllByText('The video can not be loaded at the moment - sorry!')).length).toBe(2)
  })

  test("says of the next one 'Unable to load the next video, please try again in a little while - sorry!'", async () => {
    await open('/content/video/generators', {
      video: (id) => (id === 'grouping' ? problem('too-many-requests', 'slow down') : somePlayback(id)),
    })
    await waitFor(() => expect(button('Next').title).toBe('Grouping a list in one call'))
    await userEvent.click(button('Next'))
    expect(
      await screen.findByText('Unable to load the next video, please try again in a little while - sorry!'),
    ).toBeTruthy()
  })
})

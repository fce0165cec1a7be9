import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import { type Carried, carriedId } from '#contract/site/carried.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { someConfig, someSession } from '#support/some-site.ts'
import { CallProblem, call, forgetCsrfToken } from './api.ts'
import { noticeEndedSession } from './ended-session.ts'
import { changeSession, loadSite, renewSession, useSite, viewerOf } from './site.ts'

const configured = () => ({ status: 200, body: someConfig }) as const
const nobody = () => ({ status: 200, body: { authenticated: false } }) as const

beforeEach(() => {
  vi.useFakeTimers()
  useSite.setState({ config: undefined, session: undefined, sessionProblem: undefined })
})
afterEach(() => vi.useRealTimers())

describe('the data that every page needs', () => {
  test('is read at once: settings and session', async () => {
    fakeServer({ config: configured, userSession: nobody })
    await loadSite()
    expect(useSite.getState()).toEqual({
      config: someConfig,
      session: { authenticated: false },
      sessionProblem: undefined,
    })
  })

  test('is taken from the document if it carries the settings', async () => {
    const carried = document.body.appendChild(document.createElement('script'))
    carried.type = 'application/json'
    carried.id = carriedId
    carried.textContent = JSON.stringify({ config: someConfig } satisfies Carried)
    const server = fakeServer({ config: configured, userSession: nobody })
    await loadSite()
    expect(useSite.getState().config).toEqual(someConfig)
    expect(server.asked('config')).toHaveLength(0)
    // read again: the document's settings lack later changes
    await loadSite()
    carried.remove()
    expect(server.asked('config')).toHaveLength(1)
  })

  test('is requested three times while the server is restarting', async () => {
    let tries = 0
    fakeServer({
      config: () => {
        tries += 1
        return tries < 3 ? problem('unavailable', 'Not now.') : configured()
      },
      userSession: nobody,
    })
    const loading = loadSite()
    await vi.runAllTimersAsync()
    await loading
    expect([tries, useSite.getState().config]).toEqual([3, someConfig])
  })

  test('stays unknown if the server does not answer, with the reason', async () => {
    const server = fakeServer({ config: () => 'unreachable', userSession: () => 'unreachable' })
    const loading = loadSite()
    await vi.runAllTimersAsync()
    await loading
    expect(useSite.getState()).toEqual({
      config: undefined,
      session: undefined,
      sessionProblem: expect.objectContaining({ code: 'unreachable' }),
    })
    expect(server.asked('config')).toHaveLength(3)
  })

  test('is not requested again if the server refuses', async () => {
    const server = fakeServer({ config: () => problem('wrong-host', 'No.'), userSession: nobody })
    await loadSite()
    expect(server.asked('config')).toHaveLength(1)
  })
})

describe('after signing in or out', () => {
  test('the session is read anew, and the next write asks for a new CSRF token', async () => {
    forgetCsrfToken()
    const server = fakeServer({
      logout: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: someSession }),
    })
    await call(sessionCalls.logout)
    expect(await renewSession()).toEqual(someSession)
    expect(useSite.getState().session).toEqual(someSession)
    await call(sessionCalls.logout)
    expect(server.asked('csrfToken')).toHaveLength(2)
  })

  test('a session that cannot be read is a problem, and the known one stays', async () => {
    useSite.setState({ session: someSession })
    fakeServer({ userSession: () => problem('forbidden', 'No.') })
    expect(await renewSession()).toBeInstanceOf(CallProblem)
    expect(useSite.getState().session).toEqual(someSession)
  })
})

describe('the session', () => {
  test.each([
    ['answers nothing', () => ({ status: 200, body: null }) as never],
    ['refuses', () => problem('forbidden', 'No.')],
  ])('is unknown while the server %s, and known once it answers', async (_, failing) => {
    fakeServer({ userSession: failing })
    expect(await renewSession()).toBeInstanceOf(CallProblem)
    expect(useSite.getState()).toMatchObject({ session: undefined, sessionProblem: expect.any(CallProblem) })
    fakeServer({ userSession: nobody })
    await renewSession()
    expect(useSite.getState()).toMatchObject({
      session: { authenticated: false },
      sessionProblem: undefined,
    })
  })
})

describe('a session that ended meanwhile', () => {
  const ended = () => problem('login-required', 'Please log in to continue.')
  const addFavourite = () => call(viewingCalls.addFavourite, { params: { id: 'v1' } })

  test('is noticed at the first call that needs it', async () => {
    const server = fakeServer({ addFavourite: ended, userSession: nobody })
    useSite.setState({ session: someSession })
    noticeEndedSession()
    expect(await addFavourite()).toMatchObject({ code: 'login-required' })
    await vi.waitFor(() => expect(useSite.getState().session).toEqual({ authenticated: false }))
    expect(server.asked('userSession')).toHaveLength(1)
  })

  test('is not read if no user was signed in', async () => {
    const server = fakeServer({ addFavourite: ended, userSession: nobody })
    useSite.setState({ session: { authenticated: false } })
    noticeEndedSession()
    await addFavourite()
    expect(server.asked('userSession')).toEqual([])
  })
})

test('changes confirmed by the server are applied to the session', () => {
  useSite.setState({ session: someSession })
  changeSession((session) => (session.authenticated ? { ...session, favourites: ['v1'] } : session))
  expect(useSite.getState().session).toMatchObject({ favourites: ['v1'] })
})

test('a session that is not known is not changed', () => {
  changeSession(() => someSession)
  expect(useSite.getState().session).toBeUndefined()
})

test('the viewer is the signed-in user only', () => {
  expect(viewerOf({ session: someSession })).toBe('u1')
  expect(viewerOf({ session: { authenticated: false } })).toBeUndefined()
  expect(viewerOf({ session: undefined })).toBeUndefined()
})

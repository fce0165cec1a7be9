import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { CallProblem, call, drawnFor, forgetCsrfToken } from './api.ts'

const ok = { status: 200, body: { status: 'ok' } } as const
const credentials = { body: { email: 'ada@example.org', password: 'correct horse' } }

beforeEach(() => {
  vi.useFakeTimers()
  forgetCsrfToken()
})
afterEach(() => vi.useRealTimers())

test("a write names the user for whom the page was rendered; reads and visitors' pages name none", async () => {
  const server = fakeServer({
    logout: () => ok,
    userSession: () => ({ status: 200, body: { authenticated: false } }),
  })
  let viewer: string | undefined = 'u1'
  drawnFor(() => viewer)
  await call(sessionCalls.logout)
  await call(sessionCalls.userSession)
  viewer = undefined
  await call(sessionCalls.logout)
  const named = server.requests
    .filter(({ name }) => name !== 'csrfToken')
    .map(({ name, headers }) => [name, headers.get('x-viewer')])
  expect(named).toEqual([
    ['logout', 'u1'],
    ['userSession', null],
    ['logout', null],
  ])
})

describe('the CSRF token', () => {
  test('is sent with every write, and asked for once', async () => {
    const server = fakeServer({ login: () => ok, logout: () => ok })
    await call(sessionCalls.login, credentials)
    await call(sessionCalls.logout)
    expect(server.asked('csrfToken')).toHaveLength(1)
    expect(server.asked('login')[0]?.headers.get('x-csrf-token')).toBe('token-1')
    expect(server.asked('logout')[0]?.headers.get('x-csrf-token')).toBe('token-1')
  })

  test('is not asked for when something is only read', async () => {
    const server = fakeServer({ userSession: () => ({ status: 200, body: { authenticated: false } }) })
    await call(sessionCalls.userSession)
    expect(server.requests.map(({ name }) => name)).toEqual(['userSession'])
    expect(server.requests[0]?.headers.has('x-csrf-token')).toBe(false)
  })

  test('is asked for once when two writes begin at the same time', async () => {
    const server = fakeServer({ login: () => ok, logout: () => ok })
    await Promise.all([call(sessionCalls.login, credentials), call(sessionCalls.logout)])
    expect(server.asked('csrfToken')).toHaveLength(1)
  })

  test('is kept for 15 minutes and then asked for anew', async () => {
    const server = fakeServer({ logout: () => ok })
    await call(sessionCalls.logout)
    vi.advanceTimersByTime(15 * 60_000 - 1)
    await call(sessionCalls.logout)
    expect(server.asked('csrfToken')).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await call(sessionCalls.logout)
    expect(server.asked('csrfToken')).toHaveLength(2)
  })

  test('is forgotten when the session changes', async () => {
    const server = fakeServer({ logout: () => ok })
    await call(sessionCalls.logout)
    forgetCsrfToken()
    await call(sessionCalls.logout)
    expect(server.asked('csrfToken')).toHaveLength(2)
  })

  test.each(['csrf-stale', 'csrf'] as const)(
    'refused as %s is renewed, and the call repeated once',
    async (code) => {
      let refused = false
      const server = fakeServer({
        login: () => {
          if (refused) return ok
          refused = true
          return problem(code, 'Stale.')
        },
      })
      expect(await call(sessionCalls.login, credentials)).toEqual(ok)
      expect(server.asked('login').map(({ headers }) => headers.get('x-csrf-token'))).toEqual([
        'token-1',
        'token-2',
      ])
    },
  )

  test('refused twice is the answer', async () => {
    const server = fakeServer({ login: () => problem('csrf-stale', 'Stale.') })
    expect(await call(sessionCalls.login, credentials)).toMatchObject({ code: 'csrf-stale' })
    expect(server.asked('login')).toHaveLength(2)
  })

  test('that could not be had is asked for again by the next write', async () => {
    let down = true
    const server = fakeServer({
      csrfToken: () =>
        down ? 'unreachable' : { status: 200, body: { token: 'late', expiresAt: new Date().toISOString() } },
      logout: () => ok,
    })
    expect(await call(sessionCalls.logout)).toMatchObject({ status: 0, code: 'unreachable' })
    down = false
    expect(await call(sessionCalls.logout)).toEqual(ok)
    expect(server.asked('logout')).toHaveLength(1)
  })
})

describe('a call', () => {
  test('fills its path and sends its body as JSON', async () => {
    const server = fakeServer({
      keepPosition: () => ({ status: 200, body: { positionSeconds: 12, expiresAt: '2026-01-01T00:00:00Z' } }),
    })
    const reply = await call(watchingCalls.keepPosition, {
      params: { id: 'what is this?' },
      body: { positionSeconds: 12 },
    })
    expect(reply).toEqual({ status: 200, body: { positionSeconds: 12, expiresAt: '2026-01-01T00:00:00Z' } })
    const [sent] = server.asked('keepPosition')
    expect(sent?.params).toEqual({ id: 'what%20is%20this%3F' })
    expect(sent?.body).toEqual({ positionSeconds: 12 })
    expect(sent?.headers.get('content-type')).toBe('application/json')
  })

  test("asks past the browser's cache, which then answers a 304 itself", async () => {
    fakeServer({ videos: () => ({ status: 200, body: { videos: [] } }) })
    const fetching = vi.spyOn(globalThis, 'fetch')
    await call(libraryCalls.videos)
    expect(fetching.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', cache: 'no-cache' })
  })

  test('carries the given idempotency key, and none otherwise', async () => {
    const server = fakeServer({ logout: () => ok })
    await call(sessionCalls.logout, { idempotencyKey: 'k1' })
    await call(sessionCalls.logout)
    expect(server.asked('logout').map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k1', null])
  })

  test('tells the answers of a call apart by status', async () => {
    fakeServer({
      login: () => ({ status: 202, body: { status: 'two-factor-required', methods: ['totp'] } }),
    })
    const reply = await call(sessionCalls.login, credentials)
    expect(!(reply instanceof CallProblem) && reply.status === 202 && reply.body.status).toBe(
      'two-factor-required',
    )
  })

  test('that is called off throws', async () => {
    const controller = new AbortController()
    vi.stubGlobal('fetch', async () => {
      controller.abort()
      throw controller.signal.reason
    })
    await expect(call(libraryCalls.videos, { signal: controller.signal })).rejects.toThrow(/abort/i)
  })
})

describe('a problem', () => {
  test("has the server's message, its code and the faults of fields", async () => {
    fakeServer({ login: () => problem('invalid', 'Please check your entries.', { email: 'No.' }) })
    const reply = await call(sessionCalls.login, credentials)
    expect(reply).toBeInstanceOf(CallProblem)
    expect(reply).toMatchObject({
      status: 422,
      code: 'invalid',
      detail: 'Please check your entries.',
      errors: { email: 'No.' },
    })
  })

  test("of status 0 says HTTP Error: the server can't be reached", async () => {
    fakeServer({ videos: () => 'unreachable' })
    expect(await call(libraryCalls.videos)).toMatchObject({
      status: 0,
      code: 'unreachable',
      detail: "HTTP Error: the server can't be reached",
      errors: {},
    })
  })

  test.each([
    ['a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['JSON without anything known', Response.json({ reason: 'no', message: 7 }, { status: 502 })],
    ['JSON that is no object', Response.json('no', { status: 502 })],
  ])('that is %s is a generic failure', async (_, failure) => {
    fakeServer({ videos: () => ({ failure }) })
    expect(await call(libraryCalls.videos)).toMatchObject({
      status: 502,
      code: 'server-error',
      detail: 'Something went wrong. Please try again shortly!',
    })
  })

  test('with nothing but a message of another program repeats that', async () => {
    fakeServer({ videos: () => ({ failure: Response.json({ message: 'no upstream' }, { status: 502 }) }) })
    expect(await call(libraryCalls.videos)).toMatchObject({
      code: 'server-error',
      detail: 'Something went wrong: "no upstream".',
    })
  })

  test('is also a success without a body that can be read', async () => {
    fakeServer({ videos: () => ({ failure: new Response('cut of', { status: 200 }) }) })
    expect(await call(libraryCalls.videos)).toBeInstanceOf(CallProblem)
  })
})

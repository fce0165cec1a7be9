import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { someConfig } from '#support/some-site.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { useSite } from '#web/platform/site/site.ts'
import { untilReadable } from './served-page.ts'

const nobody = () => ({ status: 200, body: { authenticated: false } }) as const
const unreachable = new CallProblem(0, 'unreachable', 'No answer.')

beforeEach(() => {
  vi.useFakeTimers()
  useSite.setState({ config: someConfig, session: undefined, sessionProblem: undefined })
  fakeServer({ config: () => ({ status: 200, body: someConfig }), userSession: nobody })
})
afterEach(() => void vi.useRealTimers())

/**
 * A page whose first reads fail with these in turn, then succeed; also returns the number of attempts, and whether it
 * may be shown.
 */
function page(...failures: unknown[]) {
  const seen = { tries: 0, isShown: false }
  const readable = async () => {
    seen.tries += 1
    if (seen.tries <= failures.length) throw failures[seen.tries - 1]
  }
  untilReadable({ preload: async () => undefined, readable }).then(() => {
    seen.isShown = true
  })
  return seen
}

test('a readable page replaces the served one', async () => {
  const seen = page()
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual({ tries: 1, isShown: true })
})

test.each([
  ['the server cannot be reached', unreachable],
  ['the server restarts', new CallProblem(503, 'unavailable', 'Not now.')],
  ['too much was asked', new CallProblem(429, 'too-many-requests', 'Later.')],
  ['a file of the page does not come', new TypeError('Failed to fetch dynamically imported module')],
])('while %s, the served page stays, and reading is retried', async (_, failure) => {
  const seen = page(failure, failure)
  await vi.advanceTimersByTimeAsync(999)
  expect(seen).toEqual({ tries: 1, isShown: false })
  await vi.advanceTimersByTimeAsync(2_001)
  expect(seen).toEqual({ tries: 3, isShown: true })
})

test('the pauses become longer, up to half a minute', async () => {
  const seen = page(...Array(8).fill(unreachable))
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 8_000 + 16_000 + 30_000 + 29_999)
  expect(seen.tries).toBe(7)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.tries).toBe(8)
})

test('a permanent error is left to the page', async () => {
  const seen = page(new CallProblem(404, 'not-found', 'Gone.'))
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual({ tries: 1, isShown: true })
})

test('without a known session, the served page stays', async () => {
  fakeServer({ userSession: () => problem('unavailable', 'Not now.') })
  const seen = page()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(seen).toEqual({ tries: 0, isShown: false })
  fakeServer({ config: () => ({ status: 200, body: someConfig }), userSession: nobody })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual({ tries: 1, isShown: true })
})

import { vi } from 'vitest'
import type { Call, CallReply } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type ProblemCode, problems } from '#contract/problems.ts'

type CallName = keyof typeof calls

/** A request as the server would get it. */
export type FakeRequest = {
  readonly name: CallName
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}

type Failure = { readonly failure: Response } | 'unreachable'
type Answer<C extends Call> = CallReply<C> | Failure
type Answers = {
  [Name in CallName]?: (
    request: FakeRequest,
  ) => Answer<(typeof calls)[Name]> | Promise<Answer<(typeof calls)[Name]>>
}

/**
 * Replaces the network: answers the contract's calls with typed replies and records the requests. A CSRF token is
 * always available; a call without an answer fails the test.
 */
export function fakeServer(answers: Answers): {
  readonly requests: FakeRequest[]
  asked(name: CallName): FakeRequest[]
} {
  const requests: FakeRequest[] = []
  let tokens = 0
  const all: Answers = {
    csrfToken: () => {
      tokens += 1
      return { status: 200, body: { token: `token-${tokens}`, expiresAt: new Date().toISOString() } }
    },
    ...answers,
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    const { name, params } = callAt(init.method ?? 'GET', url.pathname)
    const answer = all[name] as ((request: FakeRequest) => unknown) | undefined
    if (!answer) throw new Error(`The test has no answer for ${name}`)
    const request: FakeRequest = {
      name,
      params,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const given = (await answer(request)) as { status: number; body: unknown } | Failure
    if (given === 'unreachable') throw new TypeError('fetch failed')
    return 'failure' in given ? given.failure : Response.json(given.body, { status: given.status })
  })
  return { requests, asked: (name) => requests.filter((request) => request.name === name) }
}

/** A problem as the server returns it. */
export function problem(code: ProblemCode, detail: string, errors?: Record<string, string>): Failure {
  const status = problems[code]
  const body = { type: `/problems/${code}`, title: detail, status, detail, code, errors, requestId: 'test' }
  return { failure: Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } }) }
}

function callAt(method: string, path: string): { name: CallName; params: Record<string, string> } {
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const pattern = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const match = call.method === method ? pattern.exec(path) : null
    if (match) return { name, params: { ...match.groups } }
  }
  throw new Error(`The contract has no call ${method} ${path}`)
}

import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { pathOf } from '#contract/call.ts'
import type { ProblemBody, ProblemCode } from '#contract/problems.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { noteServerTime } from './server-time.ts'

/** A failed call. `status` is 0 if the server could not be reached. */
export class CallProblem extends Error {
  readonly status: number
  readonly code: ProblemCode | 'unreachable'
  /** The message for the user. */
  readonly detail: string
  /** Messages by field, with `invalid`. */
  readonly errors: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: ProblemCode | 'unreachable',
    detail: string,
    errors: Record<string, string> = {},
  ) {
    super(detail)
    this.name = 'CallProblem'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
  }

  /** The status is a success, but the body is not understood. */
  get isUnreadable(): boolean {
    return this.status >= 200 && this.status < 300
  }
}

type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Options = {
  signal?: AbortSignal
  keepalive?: boolean
  /** `default` for immutable replies: the browser's cached copy suffices. */
  cache?: 'default'
  priority?: 'low'
  /** The same key with the same body repeats the first reply. For retries after a lost reply. */
  idempotencyKey?: string
}
/** The second argument of `call`. Required if the call has parameters, a query or a body. */
export type CallArguments<C extends Call> =
  unknown extends CallRequest<C> ? [request?: Options] : [request: CallRequest<C> & Options]

/**
 * Makes a call of the contract: `await call(sessionCalls.login, {body: {email, password}})`. Returns the reply with its
 * status, or a `CallProblem`; it never throws, except when `signal` aborts. Writes carry the CSRF token; a stale one is
 * renewed and the call repeated once, transparently (product.md section 7).
 */
export async function call<C extends Call>(
  { method, path }: C,
  ...[request = {}]: CallArguments<C>
): Promise<CallReply<C> | CallProblem> {
  const { params, query, body, idempotencyKey, ...options } = request as Sent & Options
  const address = pathOf(path, params) + searchOf(query)
  const attempt = async (): Promise<CallReply<C> | CallProblem> => {
    // messages come in the page's language
    const headers: Record<string, string> = { accept: 'application/json', 'x-language': getLocale() }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    if (method !== 'GET') {
      const token = await csrfToken()
      if (token instanceof CallProblem) return token
      headers['x-csrf-token'] = token
      const viewer = pageViewer()
      if (viewer) headers['x-viewer'] = viewer
    }
    return fetchReply(address, {
      // revalidates: the browser sends If-None-Match itself and answers a 304 from its own cache
      cache: 'no-cache',
      ...options,
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  const reply = await attempt()
  if (reply instanceof CallProblem && reply.code === 'login-required') loginRequired()
  // `csrf` too: another tab may have signed in or out, which binds tokens to another session
  if (!(reply instanceof CallProblem && (reply.code === 'csrf-stale' || reply.code === 'csrf'))) return reply
  forgetCsrfToken()
  return attempt()
}

let loginRequired: () => void = () => undefined

/** Sets the handler for replies that require a login. */
export function onLoginRequired(act: () => void): void {
  loginRequired = act
}

let pageViewer: () => string | undefined = () => undefined

/** Adds to writes the ID of the user for whom the page is drawn: they are refused if another user has signed in since. */
export function drawnFor(viewer: () => string | undefined): void {
  pageViewer = viewer
}

let token: { value: Promise<string | CallProblem>; until: number } | undefined
const tokenLifetimeMs = 15 * 60 * 1000

/** Must be called when the session or its cookie changes: tokens are bound to it. */
export function forgetCsrfToken(): void {
  token = undefined
}

function csrfToken(): Promise<string | CallProblem> {
  if (token && Date.now() < token.until) return token.value
  const value = call(siteCalls.csrfToken).then((reply) => {
    if (!(reply instanceof CallProblem)) return reply.body.token
    forgetCsrfToken()
    return reply
  })
  token = { value, until: Date.now() + tokenLifetimeMs }
  return value
}

async function fetchReply<C extends Call>(
  address: string,
  init: RequestInit,
): Promise<CallReply<C> | CallProblem> {
  try {
    const response = await fetch(address, init)
    // the date of a reply from the browser's cache is old
    if (init.cache === 'no-cache') noteServerTime(response.headers.get('date'))
    const body: unknown = await response.json().catch(() => undefined)
    // the server checks its replies against the contract; a body that is no object came from elsewhere
    if (response.ok && typeof body === 'object' && body !== null)
      return { status: response.status, body } as CallReply<C>
    return problemOf(response.status, body)
  } catch (error) {
    if (init.signal?.aborted) throw error
    return new CallProblem(0, 'unreachable', m.unreachable())
  }
}

function problemOf(status: number, body: unknown): CallProblem {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    ProblemBody & { message: string }
  >
  const detail = problem.detail ?? generalFailure(problem.message)
  return new CallProblem(status, problem.code ?? 'server-error', detail, problem.errors)
}

/** Returns the message for a reply that is not this server's: a proxy's, or an incomplete one. */
function generalFailure(message: unknown): string {
  return typeof message === 'string' && message !== ''
    ? m.failure_with_message({ message })
    : `${m.failure()} ${m.failure_advice()}`
}

function searchOf(query: Record<string, unknown> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search && `?${search}`
}

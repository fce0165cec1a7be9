import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Call, type CallReply, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ProblemBody } from '#contract/problems.ts'
import type { Config } from '#server/platform/config/config.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE'

type Sent = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** May violate the contract. A string is sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** `none` sends no token; any other text is sent as the token. */
  readonly csrf?: string
  readonly remoteAddress?: string
}

/** A reply. `body` has the type of a successful one: assert `status` first. */
export type Answer<Body> = {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  readonly body: Body
  /** Set when the answer is a problem. */
  readonly problem: ProblemBody | undefined
  readonly text: string
  readonly raw: LightMyRequestResponse
}

/** A browser without a screen, over `app.inject()`: it stores cookies, and fetches and sends the CSRF token of writes. */
export class TestClient {
  readonly cookies = new Map<string, string>()
  private readonly app: FastifyInstance
  private readonly host: string
  private readonly remoteAddress: string | undefined
  private token: { readonly browser: string; readonly value: string } | undefined

  constructor(
    app: FastifyInstance,
    config: Pick<Config, 'baseUrl'>,
    options: { remoteAddress?: string } = {},
  ) {
    this.app = app
    this.host = config.baseUrl.host
    this.remoteAddress = options.remoteAddress
  }

  async call<C extends Call>(call: C, sent: Sent = {}): Promise<Answer<CallReply<C>['body']>> {
    const query = new URLSearchParams(sent.query).toString()
    return this.fetch(call.method, pathOf(call.path, sent.params) + (query && `?${query}`), sent)
  }

  async fetch<Body = unknown>(method: Method, path: string, sent: Sent = {}): Promise<Answer<Body>> {
    const headers: Record<string, string> = { host: this.host, accept: 'application/json' }
    if (method !== 'GET' && method !== 'HEAD' && sent.csrf !== 'none')
      headers['x-csrf-token'] = sent.csrf ?? (await this.csrfToken())
    if (sent.body !== undefined) headers['content-type'] = 'application/json'
    const remoteAddress = sent.remoteAddress ?? this.remoteAddress
    const raw = await this.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: { ...headers, ...this.cookieHeader(), ...sent.headers },
      ...(sent.body !== undefined && {
        payload: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
      }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
    this.keepCookies(raw)
    return answerOf<Body>(raw)
  }

  /** Returns the token for writes; fetched again after a change of session. */
  async csrfToken(): Promise<string> {
    if (this.token?.browser === this.browser()) return this.token.value
    const { status, body, text } = await this.call(calls.csrfToken)
    if (status !== 200) throw new Error(`no CSRF token, but ${status} ${text}`)
    this.token = { browser: this.browser(), value: body.token }
    return body.token
  }

  /** Drops the token, as after 15 minutes. */
  forgetCsrfToken(): void {
    this.token = undefined
  }

  private browser(): string {
    return JSON.stringify([...this.cookies].filter(([name]) => !name.endsWith('device')))
  }

  private cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {}
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  private keepCookies(raw: LightMyRequestResponse): void {
    for (const line of [raw.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

function answerOf<Body>(raw: LightMyRequestResponse): Answer<Body> {
  const type = String(raw.headers['content-type'] ?? '')
  const body = /json/.test(type) && raw.body !== '' ? JSON.parse(raw.body) : undefined
  return {
    status: raw.statusCode,
    headers: raw.headers,
    body,
    problem: type.startsWith('application/problem+json') ? body : undefined,
    text: raw.body,
    raw,
  }
}

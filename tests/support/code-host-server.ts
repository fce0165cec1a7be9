import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The user signed in at the code host. */
export type CodeHostAccount = {
  readonly id: number
  readonly login: string
  readonly name?: string | null
  readonly emails: readonly { email: string; primary: boolean; verified: boolean }[]
  /** URL of the picture; by default on the code host. */
  readonly avatarUrl?: string | null
}

type Endpoint = 'token' | 'user' | 'emails' | 'avatar'
type Misdeed =
  | 'hang'
  | 'fail'
  | 'redirect'
  | { readonly body: unknown }
  | { readonly bytes: Buffer; readonly type?: string }

/** A local code host with GitHub's interface, whose failures a test can switch on. */
export type CodeHostServer = {
  /** Settings of a site that uses it. */
  readonly settings: Readonly<Record<string, string>>
  readonly url: string
  account: CodeHostAccount
  /** Whether the user denies access. */
  denies: boolean
  readonly misdeeds: Partial<Record<Endpoint, Misdeed>>
  /** All requests, as `GET /path`. */
  readonly asked: string[]
  /** Queries of the authorize page. */
  readonly authorized: URLSearchParams[]
  close(): Promise<void>
}

export const anAvatar = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const clientId = 'Iv1.lectern'
const clientSecret = 'known to both, and to nobody else'

export async function startCodeHostServer(account: CodeHostAccount): Promise<CodeHostServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const codes = new Map<string, { challenge: string; redirectUri: string; account: CodeHostAccount }>()
  const tokens = new Map<string, CodeHostAccount>()
  const host: CodeHostServer = {
    settings: {
      GITHUB_CLIENT_ID: clientId,
      GITHUB_CLIENT_SECRET: clientSecret,
      GITHUB_URL: url,
      GITHUB_API_URL: `${url}/api/v3`,
    },
    url,
    account,
    denies: false,
    misdeeds: {},
    asked: [],
    authorized: [],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return host

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    host.asked.push(`${request.method} ${pathname}`)
    const avatarId = /^\/avatars\/u\/(\d+)$/.exec(pathname)?.[1]
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (request.method === 'POST' && pathname === '/login/oauth/access_token') {
      const body = new URLSearchParams(await textOf(request))
      return misbehaves('token', response) ? undefined : json(response, tokenFor(body))
    }
    if (avatarId) {
      if (misbehaves('avatar', response)) return undefined
      response.writeHead(200, { 'content-type': 'image/png' }).end(anAvatar)
      return undefined
    }
    const known = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    // GitHub refuses programs without a name
    if (!known || !request.headers['user-agent']) return json(response, { message: 'Bad credentials' }, 401)
    if (pathname === '/api/v3/user')
      return misbehaves('user', response) ? undefined : json(response, userOf(known))
    if (pathname === '/api/v3/user/emails')
      return misbehaves('emails', response) ? undefined : json(response, known.emails)
    return json(response, { message: 'Not Found' }, 404)
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    host.authorized.push(query)
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (host.denies) back.searchParams.set('error', 'access_denied')
    else if (query.get('client_id') === clientId && query.get('code_challenge_method') === 'S256') {
      const code = randomBytes(10).toString('hex')
      codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: back.origin + back.pathname,
        account: host.account,
      })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'invalid_request')
    response.writeHead(302, { location: back.href }).end()
  }

  function tokenFor(body: URLSearchParams): unknown {
    const code = body.get('code') ?? ''
    const issued = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      body.get('client_id') === clientId &&
      body.get('client_secret') === clientSecret &&
      issued?.redirectUri === body.get('redirect_uri') &&
      issued?.challenge === challenge
    // GitHub answers this with 200
    if (!isRight) return { error: 'bad_verification_code', error_description: 'The code is incorrect.' }
    const token = `gho_${randomBytes(18).toString('hex')}`
    if (issued) tokens.set(token, issued.account)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  function userOf({ id, login, name = null, avatarUrl = `${url}/avatars/u/${id}?v=4` }: CodeHostAccount) {
    return { id, login, name, avatar_url: avatarUrl, type: 'User', email: null, site_admin: false }
  }

  function misbehaves(endpoint: Endpoint, response: ServerResponse): boolean {
    const misdeed = host.misdeeds[endpoint]
    if (misdeed === undefined) return false
    if (misdeed === 'fail') json(response, { message: 'Server Error' }, 500)
    else if (misdeed === 'redirect') response.writeHead(302, { location: `${url}/elsewhere` }).end()
    else if (misdeed !== 'hang' && 'bytes' in misdeed)
      response.writeHead(200, { 'content-type': misdeed.type ?? 'image/png' }).end(misdeed.bytes)
    else if (misdeed !== 'hang') json(response, misdeed.body)
    return true
  }
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

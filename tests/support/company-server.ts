import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Parts = { header: Record<string, unknown>; claims: Record<string, unknown>; key: KeyObject }

/** A local OpenID Connect provider, whose tokens a test can forge. */
export type CompanyServer = {
  readonly issuer: string
  readonly client: { clientId: string; clientSecret: string }
  /** The issuer that its configuration names. */
  statedIssuer: string
  /** Claims of whoever signs in next. */
  person: Record<string, unknown>
  /** Changes an ID token before it is signed, or after. The site waits for it as long. */
  forge: ((parts: Parts) => void | Promise<void>) | undefined
  spoil: ((token: string) => string) | undefined
  /** Claims of the user information endpoint; it has none where undefined. */
  userInfo: Record<string, unknown> | undefined
  refresh: 'good' | 'refused' | 'broken'
  /** Refresh tokens that were presented. */
  readonly presented: string[]
  readonly asked: string[]
  connections: number
  /** The sign-in of a browser that was sent to `address`: returns the path that it comes back to. */
  authorize(address: string, change?: { code?: string }): string
  signed(claims: Record<string, unknown>, header?: Record<string, unknown>): string
  close(): Promise<void>
}

type Grant = { nonce: string; challenge: string; redirectUri: string; person: Record<string, unknown> }

export async function startCompanyServer(path = ''): Promise<CompanyServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const client = { clientId: 'lectern', clientSecret: 'known to both, and to nobody else' }
  const provider: CompanyServer = {
    issuer: origin + path,
    client,
    statedIssuer: origin + path,
    person: {},
    forge: undefined,
    spoil: undefined,
    userInfo: undefined,
    refresh: 'good',
    presented: [],
    asked: [],
    connections: 0,
    authorize(address, { code = randomBytes(9).toString('hex') } = {}) {
      const { searchParams: query } = new URL(address)
      const back = new URL(query.get('redirect_uri') ?? '')
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        redirectUri: back.href,
        person: provider.person,
      })
      const answered = new URLSearchParams({ code, state: query.get('state') ?? '' })
      return `${back.pathname}?${answered}`
    },
    signed: (claims, header = {}) =>
      tokenOf({ header: { alg: 'RS256', kid: 'one', ...header }, claims, key: privateKey }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  server.on('connection', () => {
    provider.connections += 1
  })
  return provider

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', origin)
    provider.asked.push(`${request.method} ${pathname}`)
    if (pathname.endsWith('/.well-known/openid-configuration')) return json(response, configuration())
    if (pathname === '/jwks')
      return json(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      })
    if (pathname === '/authorize') {
      const address = new URL(request.url ?? '', origin)
      const { origin: site } = new URL(address.searchParams.get('redirect_uri') ?? '')
      return response.writeHead(302, { location: site + provider.authorize(address.href) }).end()
    }
    if (pathname === '/userinfo') return json(response, provider.userInfo ?? {})
    if (pathname === '/token') return tokens(new URLSearchParams(await textOf(request)), response)
    return json(response, { error: 'not_found' }, 404)
  }

  function configuration() {
    return {
      issuer: provider.statedIssuer,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      ...(provider.userInfo && { userinfo_endpoint: `${origin}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  async function tokens(body: URLSearchParams, response: ServerResponse): Promise<ServerResponse> {
    if (body.get('client_secret') !== client.clientSecret)
      return json(response, { error: 'invalid_client' }, 401)
    if (body.get('grant_type') === 'refresh_token') {
      provider.presented.push(body.get('refresh_token') ?? '')
      if (provider.refresh === 'broken') return json(response, { error: 'server_error' }, 500)
      if (provider.refresh === 'refused') return json(response, { error: 'invalid_grant' }, 400)
      return json(response, { access_token: 'again', token_type: 'Bearer', refresh_token: 'the next' })
    }
    const grant = grants.get(body.get('code') ?? '')
    // a code is good once
    grants.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = grant?.challenge === challenge && grant.redirectUri === body.get('redirect_uri')
    if (!grant || !isRight) return json(response, { error: 'invalid_grant' }, 400)
    const seconds = Math.floor(Date.now() / 1000)
    const parts: Parts = {
      header: { alg: 'RS256', kid: 'one' },
      claims: {
        iss: provider.statedIssuer,
        aud: client.clientId,
        iat: seconds,
        exp: seconds + 300,
        nonce: grant.nonce,
        ...grant.person,
      },
      key: privateKey,
    }
    await provider.forge?.(parts)
    const token = tokenOf(parts)
    return json(response, {
      access_token: 'of the person',
      token_type: 'Bearer',
      refresh_token: 'the first',
      id_token: provider.spoil?.(token) ?? token,
    })
  }
}

function tokenOf({ header, claims, key }: Parts): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = header.alg === 'none' ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')
  return `${text}.${signature}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

function json(response: ServerResponse, body: unknown, status = 200): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

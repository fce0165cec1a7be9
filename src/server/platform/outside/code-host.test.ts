import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountOf } from '#support/code-host-people.ts'
import { startCodeHostServer } from '#support/code-host-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { testConfig } from '#support/test-app.ts'
import { type CodeHost, createCodeHost } from './code-host.ts'

let host: CodeHost
const server = openForTests(() => startCodeHostServer(accountOf('ada')))
beforeAll(async () => {
  host = hostWith({})
})
beforeEach(() => {
  server.account = accountOf('ada')
  for (const endpoint of ['token', 'user', 'emails', 'avatar'] as const) delete server.misdeeds[endpoint]
})

function hostWith(settings: Record<string, string>, timeoutMs = 5_000): CodeHost {
  const { codeHost } = testConfig({ ...server.settings, ...settings })
  if (!codeHost) throw new Error('no code host is configured')
  return createCodeHost(codeHost, timeoutMs)
}

const codeVerifier = 'a-verifier-of-forty-three-characters-or-more'
const redirectUri = 'http://localhost:3000/auth/github/callback'

async function authorizedCode(through = host): Promise<string> {
  const address = await through.authorizeUrl({ state: 'a state', codeVerifier, redirectUri })
  const answer = await fetch(address, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const identify = async (through = host) =>
  through.identify({ code: await authorizedCode(through), codeVerifier, redirectUri })

describe('the address that the browser is sent to', () => {
  test('has the client, the scope and the challenge of the verifier, not the verifier', async () => {
    const address = new URL(
      await host.authorizeUrl({ state: 'a state', codeVerifier, redirectUri, email: 'ada@example.org' }),
    )
    expect(address.origin + address.pathname).toBe(`${server.url}/login/oauth/authorize`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: 'code',
      client_id: server.settings.GITHUB_CLIENT_ID,
      redirect_uri: redirectUri,
      state: 'a state',
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      login: 'ada@example.org',
    })
    expect(address.href).not.toContain(codeVerifier)
  })

  test('has no address without one', async () => {
    const address = await host.authorizeUrl({ state: 'a state', codeVerifier, redirectUri })
    expect(new URL(address).searchParams.has('login')).toBe(false)
  })
})

describe('the arriving user', () => {
  test('has a number, name, confirmed addresses and picture', async () => {
    server.account = accountOf('ada', {
      id: 583_231,
      emails: [
        { email: 'second@example.org', primary: false, verified: true },
        { email: 'Ada@Example.org', primary: true, verified: true },
        { email: 'planted@example.org', primary: false, verified: false },
        { email: '583231+ada@users.noreply.github.com', primary: false, verified: true },
        { email: 'a@x.de,b@y.de', primary: false, verified: true },
      ],
    })
    expect(await identify()).toEqual({
      subject: `${new URL(server.url).host}:583231`,
      login: 'ada',
      name: 'ada of the Code Host',
      emails: ['Ada@Example.org', 'second@example.org'],
      avatarUrl: `${server.url}/avatars/u/583231?v=4`,
    })
  })

  test.each([
    [null, 'ada'],
    ['  ', 'ada'],
    ['Ada\r\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
    ['a'.repeat(300), 'a'.repeat(100)],
  ])('has a name that is one line: %j', async (name, shown) => {
    server.account = accountOf('ada', { name })
    expect(await identify()).toMatchObject({ name: shown })
  })

  test('may have no picture', async () => {
    server.account = accountOf('ada', { avatarUrl: null })
    expect(await identify()).toMatchObject({ avatarUrl: undefined })
  })

  test.each([
    ['another verifier', { codeVerifier: `${codeVerifier}-` }],
    ['another place to come back to', { redirectUri: 'https://evil.example/auth/github/callback' }],
    ['another code', { code: 'guessed' }],
  ])('is unknown for %s', async (_, change) => {
    const code = await authorizedCode()
    expect(await host.identify({ code, codeVerifier, redirectUri, ...change })).toEqual({
      failed: '/login/oauth/access_token answered something else than was expected',
    })
  })

  test('is refused without the secret, and for a code used twice', async () => {
    expect(await identify(hostWith({ GITHUB_CLIENT_SECRET: 'guessed' }))).toHaveProperty('failed')
    const code = await authorizedCode()
    expect(await host.identify({ code, codeVerifier, redirectUri })).toHaveProperty('subject')
    expect(await host.identify({ code, codeVerifier, redirectUri })).toHaveProperty('failed')
  })
})

describe('a code host that does something else', () => {
  test.each([
    ['token', 'hang', '/login/oauth/access_token: TimeoutError'],
    ['user', 'hang', '/api/v3/user: TimeoutError'],
    ['emails', 'fail', '/api/v3/user/emails answered 500'],
    ['token', 'redirect', '/login/oauth/access_token: TypeError'],
    ['user', 'redirect', '/api/v3/user: TypeError'],
    ['token', { body: { access_token: 'with\nline break' } }, 'something else than was expected'],
    ['user', { body: { id: '1', login: 'ada' } }, 'something else than was expected'],
    ['user', { body: { id: 1, login: '../ada' } }, 'something else than was expected'],
    ['emails', { body: { email: 'ada@example.org' } }, 'something else than was expected'],
    [
      'emails',
      { body: [{ email: 'ada@example.org', primary: true, verified: 'yes' }] },
      'something else than was expected',
    ],
    ['emails', { bytes: Buffer.from('<html>') }, '/api/v3/user/emails: SyntaxError'],
    ['user', { bytes: Buffer.alloc(600 * 1024, ' ') }, '/api/v3/user: RangeError'],
  ] as const)('at %s: %j', async (endpoint, misdeed, failed) => {
    server.misdeeds[endpoint] = misdeed
    const told = await identify(hostWith({}, 300))
    expect(told).toEqual({ failed: expect.stringContaining(failed) })
    expect(JSON.stringify(told)).not.toMatch(/gho_|known to both/)
    expect(server.asked).not.toContain('GET /elsewhere')
  })

  test('or is away', async () => {
    const away = hostWith({ GITHUB_URL: 'http://127.0.0.1:1' })
    expect(await away.identify({ code: 'x', codeVerifier, redirectUri })).toEqual({
      failed: '/login/oauth/access_token: TypeError',
    })
  })
})

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CompanyServer, startCompanyServer } from '#support/company-server.ts'
import { createCompanyProvider } from './company-provider.ts'

let server: CompanyServer
const provider = createCompanyProvider({ allowsLoopback: true })
const attempt = {
  state: 'of this browser',
  nonce: 'a nonce',
  codeVerifier: 'a-verifier-of-forty-three-characters-or-more',
  redirectUri: 'https://videos.example/auth/company/callback',
}
beforeAll(async () => {
  server = await startCompanyServer()
})
beforeEach(() => {
  server.statedIssuer = server.issuer
})
afterAll(() => server.close())

const client = () => ({ issuer: server.issuer, ...server.client })
/** The address that Ada's browser comes back to. */
async function answerOfAda(): Promise<URL> {
  const begun = await provider.authorizeUrl(client(), { ...attempt, email: undefined })
  if ('failed' in begun) throw new Error(begun.failed)
  server.person = { sub: 'ada', email: 'ada@company.example' }
  return new URL(server.authorize(begun.address), attempt.redirectUri)
}

test('identifies the person by an answer with the state of the attempt only', async () => {
  expect(await provider.identify(client(), await answerOfAda(), attempt)).toMatchObject({
    issuer: server.issuer,
    subject: 'ada',
  })
  for (const state of ['of another browser', undefined]) {
    const answer = await answerOfAda()
    answer.searchParams.delete('state')
    if (state !== undefined) answer.searchParams.set('state', state)
    expect(await provider.identify(client(), answer, attempt)).toHaveProperty('failed')
  }
})

test('exchanges a code with the verifier of its attempt only', async () => {
  const other = { ...attempt, codeVerifier: attempt.codeVerifier.replace('a-', 'b-') }
  expect(await provider.identify(client(), await answerOfAda(), other)).toHaveProperty('failed')
})

test('refuses a configuration that names another issuer', async () => {
  expect(await provider.discover(client())).toEqual({ issuer: server.issuer })
  // openid-client compares no issuer with the address of a document
  const issuer = `${server.issuer}/.well-known/openid-configuration`
  for (const stated of ['https://login.evil.example', server.issuer]) {
    server.statedIssuer = stated
    expect(await provider.discover({ ...client(), issuer })).toHaveProperty('failed')
  }
})

test('refuses an issuer that is the template of many', async () => {
  const template = await startCompanyServer('/{tenantid}/v2.0')
  expect(await provider.discover({ issuer: template.issuer, ...template.client })).toHaveProperty('failed')
  await template.close()
})

test('connects through the guarded connector only', async () => {
  const unguarded = vi.spyOn(globalThis, 'fetch')
  server.userInfo = { sub: 'ada' }
  expect(await provider.identify(client(), await answerOfAda(), attempt)).toHaveProperty('subject')
  expect(await provider.refresh(client(), 'the first')).toHaveProperty('refreshToken')
  const seconds = Math.floor(Date.now() / 1000)
  const token = server.signed({
    iss: server.issuer,
    aud: server.client.clientId,
    iat: seconds,
    sub: 'ada',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(await provider.readLogout(client(), token, new Date())).toMatchObject({ subject: 'ada' })
  expect(unguarded).not.toHaveBeenCalled()
  unguarded.mockRestore()
})

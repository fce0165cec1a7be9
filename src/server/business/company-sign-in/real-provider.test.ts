import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { expect, test, vi } from 'vitest'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { calls } from '#contract/calls.ts'
import { comeBack } from '#support/code-host-people.ts'
import { beginAtCompany, companyOf, ownersProof, proven, resolveTxt } from '#support/company-people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { teamWith } from '#support/team-site.ts'
import { createTestApp } from '#support/test-app.ts'

const domain = 'real.example'

test('a team sets up a certified provider, logs in, refreshes, and is signed out when access is withdrawn', async () => {
  // it recommends settings for production
  for (const kind of ['info', 'warn'] as const) vi.spyOn(console, kind).mockReturnValue()
  const site = await createTestApp({ start: new Date(), services: { resolveTxt } })
  const team = await teamWith(site, 3)
  await proven(team, domain)
  const provider = await startProvider((await companyOf(team)).redirectUri)
  const body = { issuer: provider.issuer, ...provider.client, ...ownersProof }
  const saved = await team.owner.call(companyCalls.changeCompanyProvider, { body })
  expect([saved.status, saved.body?.company?.provider?.issuer]).toEqual([200, provider.issuer])

  const begun = await team.owner.call(companyCalls.tryCompany)
  const tried = await comeBack(team.owner, await provider.signIn(begun.body.address, 'owner'))
  expect(tried).toBe(`/account/company-sign-in?tried=owner%40${domain}`)

  const browser = site.client()
  const address = await beginAtCompany(browser, `ada@${domain}`, { next: '/content?q=a' })
  expect(await comeBack(browser, await provider.signIn(address, 'ada'))).toBe('/content?q=a')
  const session = async () => (await browser.call(calls.userSession)).body
  expect(await session()).toMatchObject({ user: { email: `ada@${domain}`, name: 'ada of the company' } })

  site.clock.advanceReal({ minutes: 51 })
  await runUpkeep(site.services)
  expect((await session()).authenticated).toBe(true)
  provider.gone.add('ada')
  site.clock.advanceReal({ minutes: 51 })
  await runUpkeep(site.services)
  expect((await session()).authenticated).toBe(false)
  await provider.close()
  await site.close()
})

/** A provider of npm's `oidc-provider`, with its own pages of sign-in and consent. */
async function startProvider(redirectUri: string) {
  const gone = new Set<string>()
  const client = { clientId: 'lectern', clientSecret: 'a secret of some length, known to both' }
  let handle: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => handle?.(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // the address is in the user information alone, as its default has it
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, sub: string) =>
      gone.has(sub)
        ? undefined
        : {
            accountId: sub,
            claims: () => ({
              sub,
              email: `${sub}@${domain}`,
              email_verified: true,
              name: `${sub} of the company`,
            }),
          },
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    cookies: { keys: ['of a test'] },
  })
  handle = provider.callback()
  return {
    issuer,
    client,
    gone,
    signIn: (address: string, login: string) => walk(address, login),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Follows redirects and sends the forms of sign-in and consent; returns the path that leads back to the site. */
async function walk(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(start)
  let address = start
  let form: string | undefined
  for (let step = 0; step < 12; step += 1) {
    const response: Response = await fetch(address, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    form = undefined
    const location = response.headers.get('location')
    if (location) {
      const next = new URL(location, address)
      if (next.origin !== origin) return next.pathname + next.search
      address = next.href
      continue
    }
    const html: string = await response.text()
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(html) ?? []
    if (!action) throw new Error(`${response.status} at ${address}: ${html.slice(0, 300)}`)
    address = new URL(action, address).href
    form = String(new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'x' }) }))
  }
  throw new Error('the provider leads nowhere')
}

import { expect, test, vi } from 'vitest'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { calls } from '#contract/calls.ts'
import { resealSecrets } from '#server/front/backup/keep-secret.ts'
import { createCompanyProvider } from '#server/platform/outside/company-provider.ts'
import { signedInAdmin } from '#support/admin.ts'
import {
  companyOf,
  ownersProof,
  proven,
  records,
  resolveTxt,
  signInAtCompany,
  teamOfCompany,
  tryIt,
} from '#support/company-people.ts'
import { startCompanyServer } from '#support/company-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { allRows } from '#support/stored/rows.ts'
import { teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const server = openForTests(() => startCompanyServer())
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })

let count = 0
const fresh = () => {
  count += 1
  return `set-up${count}.example`
}
const isIn = async (browser: TestClient) => (await browser.call(calls.userSession)).body.authenticated
const companyTeam = async () => {
  const domain = fresh()
  return { domain, ...(await teamOfCompany(site, server, { domain })) }
}
const personOf = (name: string, domain: string) => ({ sub: name, email: `${name}@${domain}`, name })
async function signedIn(name: string, domain: string): Promise<TestClient> {
  const browser = site.client()
  expect(await signInAtCompany(browser, server, personOf(name, domain))).toBe('/content')
  return browser
}

test.each([
  ['https://login.microsoftonline.com/common/v2.0', 'issuer', 'all organizations'],
  ['https://login.microsoftonline.com/organizations/v2.0', 'issuer', 'all organizations'],
  ['not an address', 'issuer', 'address of the issuer'],
])('refuses the issuer %s with a sentence', async (issuer, field, sentence) => {
  const team = await teamWith(site, 3)
  await proven(team, fresh())
  const body = { issuer, ...server.client, ...ownersProof }
  const { status, problem } = await team.owner.call(companyCalls.changeCompanyProvider, { body })
  expect([status, problem?.errors?.[field]]).toEqual([422, expect.stringContaining(sentence)])
})

test.each(['http://169.254.169.254', 'http://10.0.0.1', 'https://127.0.0.1:9'])(
  'cannot reach the issuer %s',
  async (issuer) => {
    const team = await teamWith(site, 3)
    await proven(team, fresh())
    const body = { issuer, ...server.client, ...ownersProof }
    const { problem } = await team.owner.call(companyCalls.changeCompanyProvider, { body })
    expect(problem?.code).toBe('company-unreachable')
  },
)

test("the admin's own account has none", async () => {
  const admin = await signedInAdmin(site, { secondFactor: false })
  const { problem } = await admin.call(companyCalls.beginCompany, { body: { domain: fresh() } })
  expect(problem?.code).toBe('company-not-here')
})

test('a site for real visitors connects to no provider on its own machine', async () => {
  const { discover } = createCompanyProvider({ allowsLoopback: false })
  const before = server.connections
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
    const issuer = `https://${host}:${new URL(server.issuer).port}`
    expect(await discover({ issuer, ...server.client })).toHaveProperty('failed')
  }
  expect(server.connections).toBe(before)
})

test('takes an issuer with or without the slash at its end, and the address of its configuration', async () => {
  const okta = await startCompanyServer('/oauth2/default/')
  const bare = okta.issuer.slice(0, -1)
  for (const typed of [okta.issuer, bare, `${bare}/.well-known/openid-configuration`]) {
    const domain = fresh()
    const team = await teamOfCompany(site, okta, { domain, issuer: typed })
    expect((await companyOf(team)).provider?.issuer).toBe(okta.issuer)
    expect(await signInAtCompany(site.client(), okta, personOf('o', domain))).toBe('/content')
  }
  await okta.close()
})

test('keeps the secret from replies and from the database, and survives a new APP_SECRET', async () => {
  const { domain, ...team } = await companyTeam()
  const { clientSecret } = server.client
  expect((await team.owner.call(companyCalls.company)).text).not.toContain(clientSecret)
  const stored = async () =>
    (await allRows(site.db, 'company_sign_in')).map(({ client_secret }) => client_secret)
  expect(
    Buffer.concat((await stored()).map((row) => row ?? Buffer.alloc(0))).toString('latin1'),
  ).not.toContain(clientSecret)
  const before = await stored()
  const { config, database, log } = site.services
  const former = config.appSecret
  const renewed = {
    ...config,
    appSecret: 'another of the tests:W3v8mQ1xR6bT2nW9pZ4c',
    previousAppSecret: former,
  }
  await resealSecrets({ config: renewed, database, log })
  expect(await stored()).not.toEqual(before)
  await resealSecrets({ config: { ...config, previousAppSecret: renewed.appSecret }, database, log })
  expect(await isIn(await signedIn('sealed', domain))).toBe(true)
})

test('keeps the secret of the same client only, and asks for the password', async () => {
  const { domain: _, ...team } = await companyTeam()
  const { issuer } = server
  const { clientId } = server.client
  const save = (body: Record<string, string>) => team.owner.call(companyCalls.changeCompanyProvider, { body })
  expect((await save({ issuer, clientId })).problem?.code).toBe('proof-required')
  expect((await save({ issuer, clientId, ...ownersProof })).body.company).toMatchObject({ isTried: false })
  const foreign = await save({ issuer, clientId: 'another', ...ownersProof })
  expect(foreign.problem?.errors?.clientSecret).toBe('Please enter the client secret.')
})

test('ends with its sessions, and begins again', async () => {
  const { domain, ...team } = await companyTeam()
  const browser = await signedIn('ended', domain)
  expect((await team.owner.call(companyCalls.beginCompany, { body: { domain } })).problem?.code).toBe(
    'company-present',
  )
  expect((await team.owner.call(companyCalls.endCompany, { body: {} })).problem?.code).toBe('proof-required')
  expect((await team.owner.call(companyCalls.endCompany, { body: ownersProof })).body).toEqual({
    company: null,
  })
  expect(await isIn(browser)).toBe(false)
  expect((await team.owner.call(companyCalls.tryCompany)).problem?.code).toBe('company-missing')
  await proven(team, domain)
})

test('ends a try that another browser finishes', async () => {
  const { domain, ...team } = await companyTeam()
  const { body } = await team.owner.call(companyCalls.tryCompany)
  server.person = personOf('o', domain)
  const back = await site.client().fetch('GET', server.authorize(body.address))
  expect(back.headers.location).toContain('company-expired')
  expect(await tryIt(team.owner, server, personOf('o', domain))).toContain('tried=')
})

test('one of two accounts proves a domain, if both find it free at the same moment', async () => {
  const domain = fresh()
  const teams = [await teamWith(site, 3), await teamWith(site, 3)]
  const values: string[] = []
  for (const team of teams) {
    await team.owner.call(companyCalls.beginCompany, { body: { domain } })
    values.push((await companyOf(team)).record.value)
  }
  records.set(`_lectern.${domain}`, values)
  // the DNS answers when both have asked it
  let asked = 0
  const answering = Promise.withResolvers<void>()
  vi.spyOn(site.services, 'resolveTxt').mockImplementation(async (name) => {
    asked += 1
    if (asked === 2) answering.resolve()
    await answering.promise
    return resolveTxt(name)
  })
  const replies = await Promise.all(teams.map(({ owner }) => owner.call(companyCalls.proveCompany)))
  vi.restoreAllMocks()
  expect(asked).toBe(2)
  expect(replies.map(({ problem }) => problem?.code).toSorted()).toEqual(['company-domain-taken', undefined])
  const rows = (await allRows(site.db, 'company_sign_in')).filter((row) => row.domain === domain)
  expect(rows.map(({ proven_at }) => proven_at !== null).toSorted()).toEqual([false, true])
})

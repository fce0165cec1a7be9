import { beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { insertSession } from '#server/identity/sessions/session.store.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import {
  beginAtCompany,
  companyOf,
  records,
  resolveTxt,
  signInAtCompany,
  teamOfCompany,
} from '#support/company-people.ts'
import { startCompanyServer } from '#support/company-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { openFor } from './company.store.ts'
import { resealCompanies } from './reseal.store.ts'

const server = openForTests(startCompanyServer)
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })
beforeEach(() => {
  server.refresh = 'good'
  server.presented.length = 0
})

let count = 0
async function companyTeam() {
  count += 1
  const domain = `kept${count}.example`
  return { domain, ...(await teamOfCompany(site, server, { domain })) }
}
async function signedIn(domain: string): Promise<TestClient> {
  const browser = site.client()
  expect(await signInAtCompany(browser, server, { sub: 'ada', email: `ada@${domain}` })).toBe('/content')
  return browser
}
const isIn = async (browser: TestClient) => (await browser.call(calls.userSession)).body.authenticated
async function after(time: { minutes?: number; hours?: number }): Promise<void> {
  site.clock.advanceReal(time)
  await runUpkeep(site.services)
}

test('a refresh token is tried after 50 minutes, not before; then the one that came in its place', async () => {
  const { domain } = await companyTeam()
  await signedIn(domain)
  const presented: string[][] = []
  for (const minutes of [49, 2, 48, 3]) {
    await after({ minutes })
    presented.push([...server.presented])
  }
  expect(presented).toEqual([[], ['the first'], ['the first'], ['the first', 'the next']])
})

test('a lost proof ends the sessions of the company, at the next weekly look-up and not before', async () => {
  const { domain, ...team } = await companyTeam()
  const { record } = await companyOf(team)
  records.set(record.name, [])
  await after({ hours: 6 * 24 })
  const owner = site.client()
  await signIn(owner, team.ownerEmail)
  expect(await companyOf({ owner })).toMatchObject({ isProven: true })
  site.clock.advanceReal({ hours: 24 })
  const browser = await signedIn(domain)
  await after({ minutes: 1 })
  expect(await isIn(browser)).toBe(false)
})

test('a session is opened until its end at the latest, however long others last', async () => {
  const { ownerEmail } = await companyTeam()
  const { userId } = await personAt(site.db, ownerEmail)
  const now = site.clock.real()
  const [endsBy, expiresAt] = [new Date(now.getTime() + 1_000), new Date(now.getTime() + 2_000)]
  const row = { userId, kind: 'full', staySignedIn: true, userAgent: null, network: '', now } as const
  const tokenHash = sha256('of this test')
  await insertSession(site.db, { ...row, tokenHash, mustChangePassword: false, expiresAt, endsBy })
  const session = (await sessionsOf(site.db, userId)).find(({ token_hash }) => token_hash.equals(tokenHash))
  expect(session?.expires_at).toEqual(endsBy)
})

test('a refresh token is stored sealed, and sealed again with a new APP_SECRET', async () => {
  const { domain, companyId } = await companyTeam()
  await signedIn(domain)
  const { config, database } = site.services
  const renewed = { ...config, appSecret: 'another of the tests:W3v8mQ1xR6bT2nW9pZ4c' }
  const stored = async () =>
    (await allRows(database.db, 'company_session')).flatMap(({ company_id, refresh_token }) =>
      company_id === companyId && refresh_token ? [refresh_token] : [],
    )
  const opened = async (by: typeof config) => (await stored()).map((row) => openFor(by, companyId, row))
  expect(String(await stored())).not.toContain('the first')
  expect(await opened(config)).toEqual(['the first'])
  await resealCompanies(database.db, { ...renewed, previousAppSecret: config.appSecret })
  expect(await opened({ ...renewed, previousAppSecret: undefined })).toEqual(['the first'])
})

test('sign-ins that were not completed are deleted', async () => {
  const { domain } = await companyTeam()
  await beginAtCompany(site.client(), `left@${domain}`)
  const attempts = async () => (await allRows(site.db, 'company_attempt')).length
  expect(await attempts()).toBeGreaterThan(0)
  await after({ minutes: 10 })
  expect(await attempts()).toBe(0)
})

import { beforeEach, describe, expect, test } from 'vitest'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { calls } from '#contract/calls.ts'
import {
  beginAtCompany,
  companyOf,
  ownersProof,
  proven,
  records,
  resolveTxt,
  signInAtCompany,
  teamOfCompany,
} from '#support/company-people.ts'
import { startCompanyServer } from '#support/company-server.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { giveTotp } from '#support/stored/second-factors.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const server = openForTests(() => startCompanyServer())
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })
beforeEach(() => Object.assign(server, { forge: undefined, userInfo: undefined, refresh: 'good' }))

let count = 0
const fresh = () => {
  count += 1
  return `company${count}.example`
}
const isIn = async (browser: TestClient) => (await browser.call(calls.userSession)).body.authenticated
const companyTeam = async (licenses = 5) => {
  const domain = fresh()
  return { domain, ...(await teamOfCompany(site, server, { domain, licenses })) }
}
const personOf = (name: string, domain: string) => ({ sub: name, email: `${name}@${domain}`, name })
async function signedIn(name: string, domain: string): Promise<TestClient> {
  const browser = site.client()
  expect(await signInAtCompany(browser, server, personOf(name, domain))).toBe('/content')
  return browser
}
const only = ({ owner }: Team, isOnly: boolean) =>
  owner.call(companyCalls.changeCompanyOnly, { body: { isOnly, ...ownersProof } })
const usersOf = async ({ owner }: Team) => {
  const { body } = await owner.call(calls.userSession)
  return (body.authenticated ? (body.account.users ?? []) : []).map(({ email, confirmed }) => ({
    email,
    confirmed,
  }))
}

describe('signing in', () => {
  test('adds users while seats are free, and knows them again by their subject, whatever their address', async () => {
    const { domain, ...team } = await companyTeam(2)
    const first = await signedIn('ada', domain)
    expect((await first.call(calls.userSession)).body).toMatchObject({
      user: { name: 'ada', email: `ada@${domain}`, confirmed: true },
      account: { id: team.accountId },
      mayWatch: true,
    })
    const late = site.client()
    expect(await signInAtCompany(late, server, personOf('late', domain))).toBe(
      '/login/company?problem=company-no-seat',
    )
    expect(await usersOf(team)).toHaveLength(2)
    const again = site.client()
    server.person = { sub: 'ada', email: `married@${domain}` }
    await signInAtCompany(again, server, { sub: 'ada', email: `late@${domain}` })
    expect((await again.call(calls.userSession)).body).toMatchObject({ user: { email: `ada@${domain}` } })
  })

  test('makes a user of an invited one, whose stranger’s password and factors go', async () => {
    const { domain, ...team } = await companyTeam()
    const userId = await addUser(site, team.accountId, `invited@${domain}`, { confirmed: false })
    await giveTotp(site.db, userId, site.clock.now())
    expect(await isIn(await signedIn('invited', domain))).toBe(true)
    expect(await usersOf(team)).toContainEqual({ email: `invited@${domain}`, confirmed: true })
    expect((await allRows(site.db, 'user_totp')).map(({ user_id }) => user_id)).not.toContain(userId)
  })

  test('asks a user of the team for no second factor here, and returns to the page that was wanted', async () => {
    const { domain, ...team } = await companyTeam()
    const userId = await addUser(site, team.accountId, `factor@${domain}`)
    await giveTotp(site.db, userId, site.clock.now())
    const browser = site.client()
    const end = await signInAtCompany(browser, server, personOf('factor', domain), { next: '/shop?x=1' })
    expect(end).toBe('/shop?x=1')
    expect(await isIn(browser)).toBe(true)
  })

  test('reads the address from the user information where the ID token has none', async () => {
    const { domain } = await companyTeam()
    server.userInfo = { sub: 'info', email: `info@${domain}` }
    server.forge = ({ claims }) => void delete claims.email
    expect(await isIn(await signedIn('info', domain))).toBe(true)
  })

  test('is refused in a word by the provider', async () => {
    const { domain, companyId } = await companyTeam()
    const browser = site.client()
    const state = new URL(await beginAtCompany(browser, `a@${domain}`)).searchParams.get('state') ?? ''
    const query = { state, error: 'access_denied' }
    const back = await browser.call(companyCalls.finishCompanySignIn, { params: { id: companyId }, query })
    expect(back.headers.location).toBe('/login/company?problem=company-denied')
  })
})

describe('a session', () => {
  test('ends after 12 hours, however much it is used', async () => {
    const { domain } = await companyTeam()
    const browser = await signedIn('busy', domain)
    for (let hour = 1; hour < 12; hour += 1) {
      site.clock.advanceReal({ minutes: 60 })
      expect([hour, await isIn(browser)]).toEqual([hour, true])
    }
    site.clock.advanceReal({ minutes: 60 })
    expect(await isIn(browser)).toBe(false)
  })

  test('ends within the hour when the provider refuses its refresh token, not while it is silent', async () => {
    const { domain } = await companyTeam()
    const browser = await signedIn('leaver', domain)
    server.refresh = 'broken'
    site.clock.advanceReal({ minutes: 51 })
    await runUpkeep(site.services)
    expect(await isIn(browser)).toBe(true)
    server.refresh = 'good'
    site.clock.advanceReal({ minutes: 5 })
    await runUpkeep(site.services)
    expect(await isIn(browser)).toBe(true)
    server.refresh = 'refused'
    site.clock.advanceReal({ minutes: 51 })
    await runUpkeep(site.services)
    expect(await isIn(browser)).toBe(false)
  })

  test('ends by a logout token of the provider, and by no other', async () => {
    const { domain, companyId } = await companyTeam()
    server.forge = ({ claims }) => void Object.assign(claims, { sid: 'at the provider' })
    const browser = await signedIn('out', domain)
    const logout = (token: string) =>
      site.app.inject({
        method: 'POST',
        url: `/auth/company/${companyId}/logout`,
        headers: {
          host: site.services.config.baseUrl.host,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: String(new URLSearchParams({ logout_token: token })),
      })
    const seconds = Math.floor(site.clock.real().getTime() / 1000)
    const claims = {
      iss: server.issuer,
      aud: server.client.clientId,
      iat: seconds,
      jti: 'x',
      sid: 'at the provider',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    }
    const whole = server.signed(claims)
    const wrong: string[] = [
      'x',
      server.signed({ ...claims, iss: 'https://evil.example' }),
      server.signed({ ...claims, aud: 'another client' }),
      server.signed({ ...claims, iat: seconds - 301 }),
      server.signed({ ...claims, nonce: 'of an ID token' }),
      server.signed({ ...claims, events: {} }),
      server.signed({ ...claims, sid: undefined }),
      server.signed(claims, { alg: 'none' }),
      `${whole.slice(0, -8)}AAAAAAAA`,
    ]
    for (const token of wrong) expect((await logout(token)).statusCode).toBe(400)
    expect(await isIn(browser)).toBe(true)
    expect((await logout(server.signed({ ...claims, sid: 'another' }))).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(true)
    expect((await logout(whole)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
    site.clock.advanceReal({ seconds: 5 })
    const next = await signedIn('out', domain)
    await logout(whole)
    expect(await isIn(next)).toBe(true)
  })
})

describe('the only way in', () => {
  test('closes passwords and sessions to users with a contact of the domain, not to others or the owner', async () => {
    const { domain, ...team } = await companyTeam(9)
    const inDomain = `worker@${domain}`
    const outside = `freelancer${count}@elsewhere.example`
    for (const email of [inDomain, outside]) {
      await confirmedIn(site, site.client(), email)
      const [{ user_id: id } = { user_id: '' }] = (await allRows(site.db, 'contact')).filter(
        (row) => row.email === email,
      )
      for (const table of ['account_user', 'contact'] as const)
        await site.db
          .updateTable(table)
          .set({ account_id: team.accountId })
          .where(table === 'contact' ? 'user_id' : 'id', '=', id)
          .execute()
      await site.db.updateTable('account_user').set({ role: 'user' }).where('id', '=', id).execute()
    }
    // an address that was not confirmed is not theirs
    const { userId } = await personAt(site.db, outside)
    const unconfirmed = { email: `claimed@${domain}`, primary: false, confirmedAt: null }
    await storeContact(site.db, { accountId: team.accountId, userId }, unconfirmed, site.clock.now())
    const [worker, freelancer] = [site.client(), site.client()]
    await signIn(worker, inDomain)
    await signIn(freelancer, outside)
    const byCompany = await signedIn('colleague', domain)
    expect((await only(team, true)).body).toMatchObject({ company: { isOnly: true } })
    expect([await isIn(worker), await isIn(freelancer), await isIn(byCompany)]).toEqual([false, true, true])
    const refused = await signIn(site.client(), inDomain)
    expect([refused.status, refused.problem?.code]).toEqual([401, 'login-failed'])
    expect((await signIn(site.client(), outside)).status).toBe(200)
    expect((await signIn(site.client(), team.ownerEmail)).status).toBe(200)
    await only(team, false)
    expect((await signIn(site.client(), inDomain)).status).toBe(200)
  })

  test('needs a password and a successful try', async () => {
    const team = await teamWith(site, 3)
    await proven(team, fresh())
    expect((await only(team, true)).problem?.code).toBe('company-untried')
    const bare = await team.owner.call(companyCalls.changeCompanyOnly, { body: { isOnly: true } })
    expect(bare.problem?.code).toBe('proof-required')
  })
})

describe('the proof of a domain', () => {
  test('is looked up each week: where it is lost, company sign-in is off, and the owner is told', async () => {
    const { domain, ...team } = await companyTeam()
    const browser = await signedIn('weekly', domain)
    await only(team, true)
    const { record } = await companyOf(team)
    records.set(record.name, undefined)
    site.clock.advanceReal({ hours: 11 })
    await runUpkeep(site.services)
    expect(await companyOf(team)).toMatchObject({ isProven: true, isOnly: true })
    site.clock.advanceReal({ hours: 7 * 24 })
    await runUpkeep(site.services)
    const owner = site.client()
    await signIn(owner, team.ownerEmail)
    expect(await companyOf({ owner })).toMatchObject({ isProven: true, isOnly: true })
    records.set(record.name, ['another record'])
    await runUpkeep(site.services)
    expect(await companyOf({ owner })).toMatchObject({ isProven: false, isOnly: false })
    expect(await isIn(browser)).toBe(false)
    expect(await beginAtCompany(site.client(), `a@${domain}`)).toContain('company-unknown')
    const mails = await mailsTo(site, team.ownerEmail)
    expect(mails.map(({ subject }) => subject)).toContain('Company login at Lectern was switched off')
  })
})

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { calls } from '#contract/calls.ts'
import { endOtherSessions, isCompanyOnly } from '#server/identity/sessions/company-only.store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { browserOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import {
  beginAtCompany,
  companyOf,
  ownersProof,
  records,
  resolveTxt,
  signInAtCompany,
  teamOfCompany,
  tryIt,
} from '#support/company-people.ts'
import { startCompanyServer } from '#support/company-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { signIn } from '#support/people.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { allRows } from '#support/stored/rows.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { openFor, sealFor } from './company.store.ts'
import { endReportedSessions } from './company-session.store.ts'

const server = openForTests(startCompanyServer)
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })
beforeEach(() => {
  server.forge = undefined
})

let count = 0
const isIn = async (browser: TestClient) => (await browser.call(calls.userSession)).body.authenticated
type CompanyTeam = Team & { readonly companyId: string; readonly domain: string }
async function companyTeam(): Promise<CompanyTeam> {
  count += 1
  const domain = `rights${count}.example`
  return { domain, ...(await teamOfCompany(site, server, { domain })) }
}
async function signedIn(name: string, { domain }: CompanyTeam): Promise<TestClient> {
  const browser = site.client()
  const person = { sub: name, email: `${name}@${domain}` }
  expect(await signInAtCompany(browser, server, person)).toBe('/content')
  return browser
}
const change = ({ companyId }: CompanyTeam, set: object) =>
  site.db.updateTable('company_sign_in').set(set).where('id', '=', companyId).execute()

/** Every call of the set-up, with a body that its owner could send. */
const setUp = [
  [companyCalls.company],
  [companyCalls.beginCompany, { domain: 'another.example' }],
  [companyCalls.proveCompany],
  [companyCalls.changeCompanyProvider, { issuer: 'https://a.example', clientId: 'a', ...ownersProof }],
  [companyCalls.tryCompany],
  [companyCalls.changeCompanyOnly, { isOnly: true, ...ownersProof }],
  [companyCalls.endCompany, ownersProof],
] as const

describe('the set-up of company sign-in', () => {
  test('is for the owner, not for a manager or user', async () => {
    const team = await companyTeam()
    for (const role of ['manager', 'user'] as const) {
      const userId = await addUser(site, team.accountId, `${role}@${team.domain}`, { role })
      const browser = await browserOf(site, userId)
      for (const [call, body] of setUp) {
        const { problem } = await browser.call(call, body && { body })
        expect([role, call.path, problem?.code]).toEqual([role, call.path, 'forbidden'])
      }
    }
  })

  test('is only read by the admin who has switched into the account; no sign-in begins or ends there', async () => {
    const team = await companyTeam()
    const admin = await signedInAdmin(site, { secondFactor: false })
    const body = { id: team.accountId, password: theAdmin.password }
    expect((await admin.call(calls.switchInto, { body })).status).toBe(200)
    for (const [call, body] of setUp.slice(1)) {
      const { problem } = await admin.call(call, body && { body })
      expect([call.path, problem?.code]).toEqual([call.path, 'not-while-switched'])
    }
    const query = { email: `a@${team.domain}` }
    const begun = await admin.call(companyCalls.startCompanySignIn, { query })
    const ended = await admin.call(companyCalls.finishCompanySignIn, { params: { id: team.companyId } })
    expect([begun, ended].map(({ problem }) => problem?.code)).toEqual([
      'not-while-switched',
      'not-while-switched',
    ])
  })

  test('sends nobody who is signed in to a provider', async () => {
    const team = await companyTeam()
    expect(await beginAtCompany(team.owner, `a@${team.domain}`)).toBe('/content')
  })

  test('has limits of its own', async () => {
    const { owner, domain, companyId } = await companyTeam()
    const { company } = site.services.limits
    const { consume } = company
    company.consume = async () => new Problem('too-many-requests', { retryAfterSeconds: 60 })
    const refused = [
      await owner.call(companyCalls.proveCompany),
      await owner.call(companyCalls.tryCompany),
      await logoutAt(companyId, 'x'),
    ].map((reply) => ('status' in reply ? reply.status : reply.statusCode))
    const begun = await beginAtCompany(site.client(), `a@${domain}`)
    company.consume = consume
    expect([...refused, begun]).toEqual([429, 429, 429, '/login/company?problem=company-busy'])
  })

  test('is proven by its own record only; a silent DNS is reported as such', async () => {
    const domain = 'recorded.example'
    const [team, rival] = [await teamWith(site, 3), await teamWith(site, 3)]
    for (const { owner } of [team, rival]) await owner.call(companyCalls.beginCompany, { body: { domain } })
    const { record } = await companyOf(rival)
    const prove = async () => (await team.owner.call(companyCalls.proveCompany)).problem?.code
    for (const [answer, code] of [
      [[record.value], 'company-record-missing'],
      [[], 'company-record-missing'],
      [undefined, 'company-dns-silent'],
      [[(await companyOf(team)).record.value], undefined],
    ] as const) {
      records.set(record.name, answer)
      expect([answer, await prove()]).toEqual([answer, code])
    }
  })

  test('makes it the only way in while the proof holds, even if it is lost meanwhile', async () => {
    const team = await companyTeam()
    const verify = vi.spyOn(site.services.passwords, 'verify')
    verify.mockImplementationOnce(async () => {
      await change(team, { proven_at: null })
      return true
    })
    const body = { isOnly: true, ...ownersProof }
    const { problem } = await team.owner.call(companyCalls.changeCompanyOnly, { body })
    expect([verify.mock.calls.length, problem?.code]).toEqual([1, 'company-untried'])
    verify.mockRestore()
  })

  test('sends a stored secret to no other issuer, and opens the way in by passwords with each change', async () => {
    const team = await companyTeam()
    await change(team, { is_only: true })
    const { clientId } = server.client
    const save = (issuer: string) =>
      team.owner.call(companyCalls.changeCompanyProvider, { body: { issuer, clientId, ...ownersProof } })
    expect((await save('https://other.example')).problem?.errors).toHaveProperty('clientSecret')
    expect(await companyOf(team)).toMatchObject({ isOnly: true })
    expect((await save(server.issuer)).body.company).toMatchObject({ isOnly: false })
  })

  test('ends a try whose proof is lost meanwhile; its end forgets who its persons are', async () => {
    const team = await companyTeam()
    await signedIn('forgotten', team)
    const identities = async () =>
      (await allRows(site.db, 'company_identity')).filter((row) => row.account_id === team.accountId)
    expect(await identities()).toHaveLength(1)
    server.forge = () => change(team, { proven_at: null }).then(() => undefined)
    const person = { sub: 'o', email: `o@${team.domain}` }
    expect(await tryIt(team.owner, server, person)).toContain('company-expired')
    await team.owner.call(companyCalls.endCompany, { body: ownersProof })
    expect(await identities()).toEqual([])
  })

  test('seals a secret for its own company', () => {
    const sealed = sealFor(site.services.config, 'one', 'a secret')
    expect(['one', 'two'].map((id) => openFor(site.services.config, id, sealed))).toEqual([
      'a secret',
      undefined,
    ])
  })
})

describe('the only way in', () => {
  test('counts while the domain is proven and the provider tried', async () => {
    const team = await companyTeam()
    const userId = await addUser(site, team.accountId, `bound@${team.domain}`)
    const now = site.clock.real()
    for (const [state, isOnly] of [
      [{ is_only: true }, true],
      [{ proven_at: null }, false],
      [{ proven_at: now, tried_at: null }, false],
      [{ tried_at: now, is_only: false }, false],
    ] as const) {
      await change(team, state)
      expect([state, await isCompanyOnly(site.db, userId)]).toEqual([state, isOnly])
    }
  })

  test('never counts for the owner, whose address is of the domain as well', async () => {
    const team = await companyTeam()
    const own = { email: `own@${team.domain}`, primary: false, confirmedAt: site.clock.now() }
    await storeContact(site.db, { accountId: team.accountId, userId: team.ownerId }, own, site.clock.now())
    await change(team, { is_only: true })
    expect(await isCompanyOnly(site.db, team.ownerId)).toBe(false)
    expect((await signIn(site.client(), team.ownerEmail)).status).toBe(200)
  })

  test("never counts for another account's user, whose address is of the domain", async () => {
    const [team, other] = [await companyTeam(), await teamWith(site, 3)]
    const userId = await addUser(site, other.accountId, `elsewhere@${team.domain}`)
    await change(team, { is_only: true })
    expect(await isCompanyOnly(site.db, userId)).toBe(false)
  })

  test("leaves the sessions of other companies' users, and the admin's own in this one", async () => {
    const [team, other] = [await companyTeam(), await companyTeam()]
    const bound = async ({ accountId, domain }: CompanyTeam) => addUser(site, accountId, `bound@${domain}`)
    const [here, there] = [
      await browserOf(site, await bound(team)),
      await browserOf(site, await bound(other)),
    ]
    const contact = await site.db
      .selectFrom('contact')
      .select('id')
      .where('email', '=', `bound@${team.domain}`)
      .executeTakeFirstOrThrow()
    const admin = await signedInAdmin(site, { secondFactor: false })
    const body = { id: contact.id, password: theAdmin.password }
    expect((await admin.call(calls.switchInto, { body })).status).toBe(200)
    for (const one of [team, other]) await change(one, { is_only: true })
    await endOtherSessions(site.db, team.accountId)
    expect([await isIn(here), await isIn(there), await isIn(admin)]).toEqual([false, true, true])
  })
})

function logoutAt(companyId: string, token: string) {
  return site.app.inject({
    method: 'POST',
    url: `/auth/company/${companyId}/logout`,
    headers: {
      host: site.services.config.baseUrl.host,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: String(new URLSearchParams({ logout_token: token })),
  })
}

describe("a logout token of one company's provider", () => {
  const logout = async ({ companyId }: CompanyTeam, claims: object) => {
    const iat = Math.floor(site.clock.real().getTime() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const whole = { iss: server.issuer, aud: server.client.clientId, iat, events, ...claims }
    return (await logoutAt(companyId, server.signed(whole))).statusCode
  }

  test("ends no session of another company's user, whose subject and session it names", async () => {
    const [one, two] = [await companyTeam(), await companyTeam()]
    server.forge = ({ claims }) => void Object.assign(claims, { sid: 'the same' })
    const [first, second] = [await signedIn('same', one), await signedIn('same', two)]
    expect(await logout(two, { sub: 'same', sid: 'the same' })).toBe(200)
    expect([await isIn(first), await isIn(second)]).toEqual([true, false])
  })

  test('with a subject alone ends all of their sessions and nobody else’s; of two names both count', async () => {
    const team = await companyTeam()
    server.forge = ({ claims }) => void Object.assign(claims, { sid: `of ${claims.sub}` })
    const browsers = [await signedIn('ada', team), await signedIn('ada', team), await signedIn('bob', team)]
    const areIn = () => Promise.all(browsers.map(isIn))
    expect(await logout(team, { sub: 'ada', sid: 'of bob' })).toBe(200)
    expect(await areIn()).toEqual([true, true, true])
    expect(await logout(team, { sub: 'ada' })).toBe(200)
    expect(await areIn()).toEqual([false, false, true])
  })

  test('that names nobody ends nothing', async () => {
    const team = await companyTeam()
    const browser = await signedIn('unnamed', team)
    const { companyId } = team
    const issuedAt = site.clock.real()
    await endReportedSessions(site.db, { companyId, sid: undefined, subject: undefined, issuedAt })
    expect(await isIn(browser)).toBe(true)
  })

  test('is refused at the address of no company, as an answer of its provider is', async () => {
    for (const id of ['00000000-0000-4000-8000-00000000dead', '-'.repeat(36)]) {
      expect((await logoutAt(id, 'x')).statusCode).toBe(404)
      const back = await site.client().call(companyCalls.finishCompanySignIn, { params: { id } })
      expect(back.headers.location).toContain('company-expired')
    }
  })
})

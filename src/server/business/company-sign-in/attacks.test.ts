import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyCalls } from '#contract/accounts/company-calls.ts'
import { calls } from '#contract/calls.ts'
import { comeBack } from '#support/code-host-people.ts'
import {
  beginAtCompany,
  companyOf,
  ownersProof,
  proven,
  resolveTxt,
  signInAtCompany,
  teamOfCompany,
  tryIt,
} from '#support/company-people.ts'
import { type CompanyServer, startCompanyServer } from '#support/company-server.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { confirmedIn, signIn } from '#support/people.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { addUser, type Team, teamWith } from '#support/team-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { resolveTxt } })
const server = openForTests(startCompanyServer)
const other = openForTests(startCompanyServer)
let team: Team & { companyId: string }
let otherTeam: Team & { companyId: string }
const domain = 'attacked.example'
const stranger = { sub: 'stranger', email: `stranger@${domain}`, name: 'A Stranger' }

beforeAll(async () => {
  team = await teamOfCompany(site, server, { domain, licenses: 20 })
  otherTeam = await teamOfCompany(site, other, { domain: 'other.example' })
})
beforeEach(() => {
  for (const one of [server, other])
    Object.assign(one, { forge: undefined, spoil: undefined, userInfo: undefined })
})

const isIn = async (browser: TestClient) => (await browser.call(calls.userSession)).body.authenticated
const forged =
  (forge: NonNullable<CompanyServer['forge']>) =>
  (browser: TestClient): Promise<string> => {
    server.forge = forge
    return signInAtCompany(browser, server, stranger)
  }
const claiming = (change: Record<string, unknown>) =>
  forged(({ claims }) => void Object.assign(claims, change))
const seconds = () => Math.floor(Date.now() / 1000)
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

type Attack = readonly [name: string, run: (browser: TestClient) => Promise<string>, problem: string]

const attacks: readonly Attack[] = [
  ['an ID token of a foreign issuer', (browser) => claiming({ iss: other.issuer })(browser), 'failed'],
  ['an ID token for another client', claiming({ aud: 'another client' }), 'failed'],
  [
    'an ID token for two clients, given to the other',
    claiming({ aud: ['lectern', 'b'], azp: 'b' }),
    'failed',
  ],
  ['another nonce', claiming({ nonce: 'of an earlier sign-in' }), 'failed'],
  ['no nonce', claiming({ nonce: undefined }), 'failed'],
  ['an expired ID token', claiming({ iat: seconds() - 9000, exp: seconds() - 8000 }), 'failed'],
  [
    'an ID token signed with a foreign key',
    forged((parts) => void Object.assign(parts, { key: foreignKey })),
    'failed',
  ],
  [
    'an ID token without a signature',
    forged(({ header }) => void Object.assign(header, { alg: 'none' })),
    'failed',
  ],
  [
    'a changed ID token under its former signature',
    (browser) => {
      server.spoil = (token) => {
        const [head, body = '', signature] = token.split('.')
        const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'the boss' }
        return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
      }
      return signInAtCompany(browser, server, stranger)
    },
    'failed',
  ],
  ['an address of another domain', claiming({ email: 'stranger@elsewhere.example' }), 'other-domain'],
  ['an address of a subdomain', claiming({ email: `stranger@sub.${domain}` }), 'other-domain'],
  ['an address that the provider has not verified', claiming({ email_verified: false }), 'other-domain'],
  [
    'user information of another person',
    (browser) => {
      server.userInfo = { sub: 'the boss', email: `boss@${domain}` }
      return claiming({ email: undefined })(browser)
    },
    'failed',
  ],
  [
    "another browser's state",
    async (browser) => {
      server.person = stranger
      const back = server.authorize(await beginAtCompany(site.client(), stranger.email))
      await beginAtCompany(browser, stranger.email)
      return comeBack(browser, back)
    },
    'expired',
  ],
  [
    'a state used before',
    async (browser) => {
      server.person = { ...stranger, email: 'refused@elsewhere.example' }
      const address = await beginAtCompany(browser, stranger.email)
      await comeBack(browser, server.authorize(address))
      server.person = stranger
      return comeBack(browser, server.authorize(address))
    },
    'expired',
  ],
  [
    'a state ten minutes later',
    async (browser) => {
      const address = await beginAtCompany(browser, stranger.email)
      site.clock.advanceReal({ minutes: 10 })
      server.person = stranger
      return comeBack(browser, server.authorize(address))
    },
    'expired',
  ],
  [
    'a code used before, in a sign-in of its own',
    async (browser) => {
      server.person = { ...stranger, email: 'refused@elsewhere.example' }
      const code = 'once-only'
      await comeBack(browser, server.authorize(await beginAtCompany(browser, stranger.email), { code }))
      const back = server.authorize(await beginAtCompany(browser, stranger.email))
      return comeBack(browser, back.replace(/code=[^&]+/, `code=${code}`))
    },
    'failed',
  ],
  [
    'a code of another sign-in, without its proof key',
    async (browser) => {
      server.person = stranger
      const stolen = server.authorize(await beginAtCompany(site.client(), stranger.email), { code: 'stolen' })
      expect(stolen).toContain('code=stolen')
      const back = server.authorize(await beginAtCompany(browser, stranger.email))
      return comeBack(browser, back.replace(/code=[^&]+/, 'code=stolen'))
    },
    'failed',
  ],
  [
    "one provider's answer at another company's address (mix-up)",
    async (browser) => {
      other.person = stranger
      const back = other.authorize(await beginAtCompany(browser, stranger.email))
      return comeBack(browser, back.replace(team.companyId, otherTeam.companyId))
    },
    'expired',
  ],
  [
    "another company's provider, which vouches for an address of this domain",
    async (browser) => {
      const address = await beginAtCompany(browser, 'somebody@other.example')
      other.person = stranger
      return comeBack(browser, other.authorize(address))
    },
    'other-domain',
  ],
  [
    'a user of another account',
    async (browser) => {
      const email = `elsewhere@${domain}`
      await confirmedIn(site, site.client(), email)
      return signInAtCompany(browser, server, { sub: 'elsewhere', email })
    },
    'elsewhere',
  ],
  [
    'a removed user who has signed in before',
    async (browser) => {
      const person = { sub: 'leaver', email: `leaver@${domain}` }
      await signInAtCompany(site.client(), server, person)
      await markRemoved(site.db, (await personAt(site.db, person.email)).userId, site.clock.now())
      return signInAtCompany(browser, server, person)
    },
    'removed',
  ],
  [
    'a removed user whom the provider calls somebody new',
    async (browser) => {
      const email = `former@${domain}`
      await addUser(site, team.accountId, email, { confirmed: false, removed: true })
      return signInAtCompany(browser, server, { sub: 'somebody new', email })
    },
    'removed',
  ],
  [
    'a new person with the address of a user who signs in as another',
    async (browser) => {
      const email = `taken@${domain}`
      await signInAtCompany(site.client(), server, { sub: 'the first', email })
      return signInAtCompany(browser, server, { sub: 'the second', email })
    },
    'other-person',
  ],
  [
    'the owner',
    async (browser) => {
      const { userId } = await personAt(site.db, team.ownerEmail)
      const email = `boss@${domain}`
      await site.db
        .updateTable('contact')
        .set({ email, email_key: email })
        .where('user_id', '=', userId)
        .execute()
      return signInAtCompany(browser, server, { sub: 'boss', email })
    },
    'owner',
  ],
]

describe('nobody gets in by', () => {
  test.each(attacks)('%s', async (_, run, problem) => {
    const browser = site.client()
    const end = await run(browser)
    expect(end).toMatch(new RegExp(`^/login/company\\?problem=company-${problem}`))
    expect(await isIn(browser)).toBe(false)
    expect((await allRows(site.db, 'account_user')).map(({ name }) => name)).not.toContain(stranger.name)
  })
})

test('the same person gets in without an attack', async () => {
  const browser = site.client()
  expect(
    await signInAtCompany(browser, server, { ...stranger, sub: 'honest', email: `honest@${domain}` }),
  ).toBe('/content')
  expect(await isIn(browser)).toBe(true)
})

test('a page of another site is no page to return to', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const browser = site.client()
    const person = { sub: 'returning', email: `returning@${domain}` }
    expect(await signInAtCompany(browser, server, person, { next })).toBe('/content')
  }
})

test('markup in claims stays text, in one line', async () => {
  const person = {
    sub: 'markup',
    email: `markup@${domain}`,
    name: '<img src=x onerror=alert(1)>\r\nBcc: all',
  }
  const browser = site.client()
  await signInAtCompany(browser, server, person)
  const { body } = await browser.call(calls.userSession)
  expect(body).toMatchObject({ user: { name: '<img src=x onerror=alert(1)> Bcc: all' } })
})

test("a session that the attacker planted is not the user's", async () => {
  const browser = site.client()
  await beginAtCompany(browser, `planted@${domain}`)
  browser.cookies.set('lectern-session', 'A'.repeat(43))
  await signInAtCompany(browser, server, { sub: 'planted', email: `planted@${domain}` })
  expect(browser.cookies.get('lectern-session')).not.toBe('A'.repeat(43))
})

describe('a domain', () => {
  test('that another account has proven is refused', async () => {
    const rival = await teamWith(site, 3)
    await rival.owner.call(companyCalls.beginCompany, { body: { domain } })
    expect((await rival.owner.call(companyCalls.proveCompany)).problem?.code).toBe('company-domain-taken')
  })

  test('without its record is not proven, and nobody is sent to its provider', async () => {
    const rival = await teamWith(site, 3)
    await rival.owner.call(companyCalls.beginCompany, { body: { domain: 'unproven.example' } })
    expect((await rival.owner.call(companyCalls.proveCompany)).problem?.code).toBe('company-record-missing')
    const body = { issuer: server.issuer, ...server.client, ...ownersProof }
    const saved = await rival.owner.call(companyCalls.changeCompanyProvider, { body })
    expect(saved.problem?.code).toBe('company-unproven')
    expect(await beginAtCompany(site.client(), 'a@unproven.example')).toContain('company-unknown')
  })

  test('whose owner has not tried the provider sends nobody there; a failed try changes nothing', async () => {
    const rival = await teamWith(site, 3)
    await proven(rival, 'untried.example')
    const body = { issuer: server.issuer, ...server.client, ...ownersProof }
    await rival.owner.call(companyCalls.changeCompanyProvider, { body })
    expect(await tryIt(rival.owner, server, { sub: 'o', email: 'o@elsewhere.example' })).toContain(
      'other-domain',
    )
    expect(await beginAtCompany(site.client(), 'a@untried.example')).toContain('company-unknown')
  })
})

test("another account's user with the only way in elsewhere keeps their password", async () => {
  const email = `kept@${domain}`
  await confirmedIn(site, site.client(), email)
  const body = { isOnly: true, ...ownersProof }
  expect((await team.owner.call(companyCalls.changeCompanyOnly, { body })).status).toBe(200)
  expect((await signIn(site.client(), email)).status).toBe(200)
  expect(
    (await team.owner.call(companyCalls.changeCompanyOnly, { body: { ...body, isOnly: false } })).status,
  ).toBe(200)
})

describe('what the owner changes during a sign-in counts at once', () => {
  const rivalOf = (name: string) => teamOfCompany(site, server, { domain: `${name}.example` })
  const save = ({ owner }: Pick<Team, 'owner'>, { issuer, client }: CompanyServer) =>
    owner.call(companyCalls.changeCompanyProvider, { body: { issuer, ...client, ...ownersProof } })

  test('an ended company login lets nobody in', async () => {
    const rival = await rivalOf('ended')
    server.forge = async () => void (await rival.owner.call(companyCalls.endCompany, { body: ownersProof }))
    const browser = site.client()
    const end = await signInAtCompany(browser, server, { sub: 'late', email: 'late@ended.example' })
    expect([end, await isIn(browser)]).toEqual([expect.stringContaining('company-'), false])
    expect((await allRows(site.db, 'contact')).map(({ email }) => email)).not.toContain('late@ended.example')
  })

  test('a try of the former provider is none of the new one', async () => {
    const rival = await rivalOf('changed')
    server.forge = async () => void (await save(rival, other))
    expect(await tryIt(rival.owner, server, { sub: 'o', email: 'o@changed.example' })).toContain('expired')
    expect(await companyOf(rival)).toMatchObject({ isTried: false })
  })

  test('a subject of another provider is somebody else, and the sessions of the former one end', async () => {
    const rival = await rivalOf('moved')
    const [before, after] = [site.client(), site.client()]
    await signInAtCompany(before, server, { sub: 'same', email: 'first@moved.example' })
    await save(rival, other)
    expect(await isIn(before)).toBe(false)
    await tryIt(rival.owner, other, { sub: 'o', email: 'o@moved.example' })
    await signInAtCompany(after, other, { sub: 'same', email: 'second@moved.example' })
    expect((await after.call(calls.userSession)).body).toMatchObject({
      user: { email: 'second@moved.example' },
    })
  })
})

test('an address that a colleague added and did not confirm makes nobody that colleague', async () => {
  const userId = await addUser(site, team.accountId, `colleague@${domain}`)
  const email = `wanted@${domain}`
  const added = { email, primary: false, confirmedAt: null }
  await storeContact(site.db, { accountId: team.accountId, userId }, added, site.clock.now())
  const browser = site.client()
  await signInAtCompany(browser, server, { sub: 'wanted', email, name: 'Wanted' })
  expect((await browser.call(calls.userSession)).body).toMatchObject({ user: { name: 'Wanted', email } })
})

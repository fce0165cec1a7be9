import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { loggedPath } from '#server/platform/http/request-log.ts'
import { createLog } from '#server/platform/runtime/log.ts'
import { accountOf, comeBack, goToCodeHost, goToLink, signInAtCodeHost } from '#support/code-host-people.ts'
import { startCodeHostServer } from '#support/code-host-server.ts'
import { mailsTo } from '#support/mails.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { giveTotp } from '#support/stored/second-factors.ts'
import { createTestApp } from '#support/test-app.ts'
import { TestClient } from '#support/test-client.ts'

const host = openForTests(() => startCodeHostServer(accountOf('nobody')))
const site = openForTests(() => createTestApp({ settings: { ...host.settings, RATE_LIMITS: '1000' } }))
beforeEach(() => {
  host.denies = false
  for (const endpoint of ['token', 'user', 'emails', 'avatar'] as const) delete host.misdeeds[endpoint]
})

const login = '/login?problem='
let count = 0
const freshLogin = () => {
  count += 1
  return `octo${count}`
}
const sessionOf = async (browser: TestClient) => (await browser.call(calls.userSession)).body

async function confirmedPerson(name: string): Promise<string> {
  const email = `${name}@example.org`
  await confirmedIn(site, site.client(), email)
  return email
}

const changesTo = async (email: string) =>
  (await mailsTo(site, email)).filter(({ subject }) => subject === 'How you log in to Lectern has changed')

const inDatabase = () => site.db
const identities = () => allRows(inDatabase(), 'code_host_identity')

describe('signing in', () => {
  test('links the user whose confirmed contact the code host has confirmed too, and notifies them', async () => {
    const name = freshLogin()
    const email = await confirmedPerson(name)
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, accountOf(name))).toBe('/content')
    expect(await sessionOf(browser)).toMatchObject({ authenticated: true, user: { email } })
    const [mail] = await changesTo(email)
    expect(mail?.text).toContain(`The GitHub account @${name} is now linked to your account at Lectern`)
    expect(mail?.text).toContain('http://localhost:3000/account/security')
  })

  test('finds the user again by their number, whatever their name and addresses are now', async () => {
    const name = freshLogin()
    const email = await confirmedPerson(name)
    await signInAtCodeHost(site.client(), host, accountOf(name))
    const mails = (await changesTo(email)).length
    const renamed = { ...accountOf(name), login: `${name}-renamed`, emails: [] }
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, renamed)).toBe('/content')
    expect(await sessionOf(browser)).toMatchObject({ user: { email } })
    expect((await browser.call(calls.codeHostIdentity)).body).toMatchObject({
      identity: { login: `${name}-renamed`, linkedAt: site.clock.now().toISOString() },
    })
    expect(await changesTo(email)).toHaveLength(mails)
  })

  test("opens a session with a new cookie, and does not reuse the browser's earlier one", async () => {
    const name = freshLogin()
    await confirmedPerson(name)
    const browser = site.client()
    const planted = 'x'.repeat(43)
    browser.cookies.set('lectern-session', planted)
    await signInAtCodeHost(browser, host, accountOf(name))
    expect(browser.cookies.get('lectern-session')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get('lectern-session')).not.toBe(planted)
  })

  test.each([
    ['/content/video/closures?t=90', '/content/video/closures?t=90'],
    ['//evil.example', '/content'],
    ['/\\evil.example', '/content'],
    ['https://evil.example', '/content'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
    ['/..//evil.example', '/content'],
    ['javascript:alert(1)', '/content'],
  ])('begun at %s redirects to %s', async (next, target) => {
    const name = freshLogin()
    await confirmedPerson(name)
    expect(await signInAtCodeHost(site.client(), host, accountOf(name), { next })).toBe(target)
  })

  test('works in any order of the replies to the page being left', async () => {
    const name = freshLogin()
    await confirmedPerson(name)
    const browser = site.client()
    const { path, search } = await goToCodeHost(browser, host, accountOf(name))
    expect([...browser.cookies.keys()]).toEqual(['lectern-code-host'])
    // that page asked for something, too, before the browser had any cookie, and is answered now
    const page = site.client()
    await page.csrfToken()
    browser.cookies.set('lectern-visitor', page.cookies.get('lectern-visitor') ?? '')
    expect(await comeBack(browser, path + search)).toBe('/content')
  })

  test('passes on the expected address, and requests only name and addresses', async () => {
    await goToCodeHost(site.client(), host, accountOf(freshLogin()), { email: 'ada@example.org' })
    const query = host.authorized.at(-1)
    expect(query?.get('login')).toBe('ada@example.org')
    expect(query?.get('scope')).toBe('read:user user:email')
    expect(query?.get('redirect_uri')).toBe('http://localhost:3000/auth/github/callback')
  })

  test('prefers the user of the primary address where several addresses have one', async () => {
    const [first, second] = [freshLogin(), freshLogin()]
    await confirmedPerson(first)
    const email = await confirmedPerson(second)
    const account = accountOf(first, {
      emails: [
        { email: `${first}@example.org`, primary: false, verified: true },
        { email, primary: true, verified: true },
      ],
    })
    const browser = site.client()
    await signInAtCodeHost(browser, host, account)
    expect(await sessionOf(browser)).toMatchObject({ user: { email } })
  })

  test('with a second factor is incomplete: the session has no rights, and the login page shows the next step', async () => {
    const name = freshLogin()
    const email = await confirmedPerson(name)
    const { userId } = await personAt(inDatabase(), email)
    await giveTotp(inDatabase(), userId, new Date(0))
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, accountOf(name), { next: '/faq' })).toBe(
      '/login?step=two-factor&methods=totp&next=%2Ffaq',
    )
    expect(await sessionOf(browser)).toEqual({ authenticated: false })
    expect((await browser.call(calls.codeHostIdentity)).status).toBe(401)
  })
})

describe('nobody is signed in', () => {
  test('by an address that the code host has not confirmed', async () => {
    const email = await confirmedPerson(freshLogin())
    const account = accountOf(freshLogin(), { emails: [{ email, primary: true, verified: false }] })
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, account)).toBe(`${login}code-host-no-email`)
    expect(await sessionOf(browser)).toEqual({ authenticated: false })
    expect(await changesTo(email)).toEqual([])
  })

  test('by a contact that is not confirmed here: a stranger may have registered it', async () => {
    const name = freshLogin()
    await registerIn(site, site.client(), `${name}@example.org`)
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, accountOf(name))).toBe('/register/code-host')
    expect(await sessionOf(browser)).toEqual({ authenticated: false })
  })

  test('for a user removed from their account; other methods still work', async () => {
    const name = freshLogin()
    const email = await confirmedPerson(name)
    await signInAtCodeHost(site.client(), host, accountOf(name))
    const { userId } = await personAt(inDatabase(), email)
    await markRemoved(inDatabase(), userId, site.clock.now())
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, accountOf(name))).toBe('/register/code-host')
    expect((await identities()).map((row) => row.user_id)).not.toContain(userId)
  })

  test('for a user who is linked to another identity there', async () => {
    const name = freshLogin()
    await confirmedPerson(name)
    await signInAtCodeHost(site.client(), host, accountOf(name))
    const browser = site.client()
    const other = { ...accountOf(name), id: 999_999_999 }
    expect(await signInAtCodeHost(browser, host, other)).toBe(`${login}code-host-taken`)
    expect(await sessionOf(browser)).toEqual({ authenticated: false })
  })

  test('for a user who declines at the code host', async () => {
    host.denies = true
    expect(await signInAtCodeHost(site.client(), host, accountOf(freshLogin()))).toBe(
      `${login}code-host-denied`,
    )
  })

  test.each([
    ['token', 'fail'],
    ['user', { body: {} }],
    ['emails', 'redirect'],
  ] as const)('while the code host does something else at %s', async (endpoint, misdeed) => {
    const name = freshLogin()
    await confirmedPerson(name)
    host.misdeeds[endpoint] = misdeed
    const browser = site.client()
    expect(await signInAtCodeHost(browser, host, accountOf(name))).toBe(`${login}code-host-failed`)
    expect(await sessionOf(browser)).toEqual({ authenticated: false })
  })

  test.each([
    ['without a state', '?code=abc', 'expired'],
    ['with a state of its own making', `?code=abc&state=${'x'.repeat(43)}`, 'expired'],
    ['with nothing', '', 'expired'],
  ])('for a user who comes back %s', async (_, search, problem) => {
    const browser = site.client()
    await goToCodeHost(browser, host, accountOf(freshLogin()))
    expect(await comeBack(browser, `/auth/github/callback${search}`)).toBe(`${login}code-host-${problem}`)
  })

  test('for a user who comes back with an unknown error, or without a code', async () => {
    for (const rest of ['&error=server_error', '']) {
      const browser = site.client()
      const { path, search } = await goToCodeHost(browser, host, accountOf(freshLogin()))
      const state = new URLSearchParams(search).get('state')
      expect(await comeBack(browser, `${path}?state=${state}${rest}`)).toBe(`${login}code-host-failed`)
    }
  })

  test('with a state that another browser began, and its owner can still use it', async () => {
    const name = freshLogin()
    await confirmedPerson(name)
    const [owner, stranger] = [site.client(), site.client()]
    await goToCodeHost(stranger, host, accountOf(freshLogin()))
    const { path, search } = await goToCodeHost(owner, host, accountOf(name))
    const asked = host.asked.length
    for (const other of [stranger, site.client()])
      expect(await comeBack(other, path + search)).toBe(`${login}code-host-expired`)
    expect(host.asked).toHaveLength(asked)
    expect(await comeBack(owner, path + search)).toBe('/content')
  })

  test('with a state a second time, or after ten minutes', async () => {
    const name = freshLogin()
    await confirmedPerson(name)
    const browser = site.client()
    const { path, search } = await goToCodeHost(browser, host, accountOf(name))
    expect(await comeBack(browser, path + search)).toBe('/content')
    await browser.call(calls.logout)
    expect(await comeBack(browser, path + search)).toBe(`${login}code-host-expired`)

    const late = await goToCodeHost(browser, host, accountOf(name))
    site.clock.advanceReal({ minutes: 10 })
    expect(await comeBack(browser, late.path + late.search)).toBe(`${login}code-host-expired`)
  })

  test('for a user who began it signed in and comes back signed out', async () => {
    const name = freshLogin()
    const email = await confirmedPerson(name)
    const browser = site.client()
    await signIn(browser, email)
    const { path, search } = await goToLink(browser, host, accountOf(name))
    await browser.call(calls.logout)
    expect(await comeBack(browser, path + search)).toBe(`${login}code-host-expired`)
  })
})

test('further fields of the code host are ignored', async () => {
  const name = freshLogin()
  await confirmedPerson(name)
  const browser = site.client()
  const { path, search } = await goToCodeHost(browser, host, accountOf(name))
  expect(await comeBack(browser, `${path}${search}&iss=https%3A%2F%2Fgithub.com&setup_action=x`)).toBe(
    '/content',
  )
})

test('replies on the way are not cached, and the log has neither code nor state', async () => {
  const browser = site.client()
  const start = await browser.call(calls.startCodeHostSignIn)
  expect([start.status, start.headers['cache-control']]).toEqual([302, 'private, no-store'])
  expect(loggedPath('/auth/github/callback?code=abc&state=def')).toBe('/auth/github/callback')
})

test('only hashes of states are stored, and expired ones are deleted', async () => {
  const browser = site.client()
  const { search } = await goToCodeHost(browser, host, accountOf(freshLogin()))
  await signInAtCodeHost(site.client(), host, accountOf(freshLogin()))
  const count = async () =>
    (await allRows(inDatabase(), 'code_host_attempt')).length +
    (await allRows(inDatabase(), 'code_host_arrival')).length
  const attempts = await allRows(inDatabase(), 'code_host_attempt')
  const state = new URLSearchParams(search).get('state') ?? ''
  expect(attempts.map((row) => row.state_hash.toString('base64url'))).not.toContain(state)
  await runUpkeep(site.services)
  expect(await count()).toBeGreaterThanOrEqual(2)
  site.clock.advanceReal({ hours: 1 })
  await runUpkeep(site.services)
  expect(await count()).toBe(0)
})

test('beginning it very often is refused on a page', async () => {
  const strict = await createTestApp({ settings: { ...host.settings, RATE_LIMITS: '0.05' } })
  const browser = strict.client()
  const locations: string[] = []
  for (let attempt = 0; attempt < 4; attempt += 1)
    locations.push(String((await browser.call(calls.startCodeHostSignIn)).headers.location))
  await strict.close()
  expect(locations.map((location) => location.startsWith(host.url))).toEqual([true, true, true, false])
  expect(locations.at(-1)).toBe(`${login}code-host-busy`)
})

test('the log has the user who signed in by a code host, and the hash of an identity that did not', async () => {
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  const logged = await createApp({ ...site.services, log })
  const backs = () =>
    written
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ path }) => path === '/auth/github/callback')
      .map(({ userId, claimed }) => ({ userId, claimed }))
  const name = freshLogin()
  const email = await confirmedPerson(name)
  const { userId } = await personAt(inDatabase(), email)
  const browser = () => new TestClient(logged, site.services.config)
  await signInAtCodeHost(browser(), host, accountOf(name))
  const stranger = accountOf(freshLogin(), { emails: [] })
  await signInAtCodeHost(browser(), host, stranger)
  expect(backs()).toEqual([
    { userId, claimed: undefined },
    { userId: undefined, claimed: expect.stringMatching(/^[\w-]{16}$/) },
  ])
  await logged.close()
})

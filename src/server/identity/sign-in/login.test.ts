import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { readPasswordHash, storePasswordHash } from '#server/identity/passwords/password.store.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { createPasswordHash } from '#server/platform/outside/password-hash.ts'
import { confirmedIn, registerIn, signIn } from '#support/people.ts'
import { markRemoved, personAt, takePassword } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { testApp } from '#support/test-app.ts'

// passwords at the cost of a real site
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { passwords: createPasswordHash() } })
let session: string
beforeAll(() => {
  session = cookieName(site.services.config, 'session')
})

let count = 0
async function somebody(): Promise<string> {
  count += 1
  const email = `Viewer${count}@example.org`
  await confirmedIn(site, site.client(), email)
  return email
}

const setCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().map(String)

describe('signing in', () => {
  test('takes a confirmed contact, in any case', async () => {
    const email = await somebody()
    const browser = site.client()
    expect((await signIn(browser, ` ${email.toLowerCase()}`)).body).toEqual({ status: 'ok' })
    expect((await browser.call(calls.userSession)).body).toMatchObject({ user: { email } })
  })

  test('needs a token of this site', async () => {
    const body = { email: await somebody(), password: 'notes on the engine' }
    expect((await site.client().call(calls.login, { body, csrf: 'none' })).problem?.code).toBe('csrf')
  })

  test('gives a cookie that scripts and other sites cannot use, and that ends with the browser', async () => {
    const answer = await signIn(site.client(), await somebody())
    const cookie = setCookies(answer.headers).find((line) => line.startsWith(`${session}=`))
    expect(cookie).toMatch(/^[^=]+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('keeps the cookie where the person wants to stay signed in', async () => {
    const body = { email: await somebody(), password: 'notes on the engine', staySignedIn: true }
    const answer = await site.client().call(calls.login, { body })
    expect(setCookies(answer.headers).find((line) => line.startsWith(`${session}=`))).toMatch(
      /Max-Age=7776000/,
    )
  })

  test('adopts no cookie that was there before, and makes a new one each time', async () => {
    const email = await somebody()
    const browser = site.client()
    const planted = 'p'.repeat(43)
    browser.cookies.set(session, planted)
    await signIn(browser, email)
    const first = browser.cookies.get(session)
    await signIn(browser, email)
    const second = browser.cookies.get(session)
    expect(new Set([planted, first, second]).size).toBe(3)
    for (const former of [planted, first ?? '']) {
      const other = site.client()
      other.cookies.set(session, former)
      expect((await other.call(calls.userSession)).body).toEqual({ authenticated: false })
    }
  })

  test('rehashes a password with an outdated cost', async () => {
    const email = await somebody()
    const weak = await hash('notes on the engine', { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    const { userId } = await personAt(site.db, email)
    await storePasswordHash(site.db, userId, weak)
    expect((await signIn(site.client(), email)).status).toBe(200)
    expect(await readPasswordHash(site.db, userId)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2/)
    expect((await signIn(site.client(), email)).status).toBe(200)
  })
})

describe('a refused sign-in', () => {
  test('is the same for a wrong password, an unknown address, and one without a password: one password is checked', async () => {
    const email = await somebody()
    const without = await somebody()
    const { userId } = await personAt(site.db, without)
    await takePassword(site.db, userId)
    const pending = 'pending@example.org'
    for (let time = 0; time < 3; time += 1) await registerIn(site, site.client(), pending)

    const seen = []
    for (const tried of [email, 'nobody@example.org', 'not an address', '', without, pending]) {
      const { passwords } = site.services
      const browser = site.client()
      await browser.csrfToken()
      const before = passwords.computed
      const { status, headers, problem } = await signIn(browser, tried, 'wrong')
      const { date: _, ...others } = headers
      seen.push({
        status,
        headers: others,
        problem: { ...problem, requestId: '' },
        hashes: passwords.computed - before,
      })
    }
    for (const one of seen) expect(one).toEqual(seen[0])
    expect(seen[0]).toMatchObject({
      status: 401,
      hashes: 1,
      problem: { code: 'login-failed', detail: 'The email or the password is not correct.' },
    })
  })

  test('is the answer to a removed user', async () => {
    const email = await somebody()
    const { userId } = await personAt(site.db, email)
    await markRemoved(site.db, userId, site.clock.now())
    expect((await signIn(site.client(), email)).status).toBe(401)
  })

  test('is the answer to an owner who did not confirm within seven days', async () => {
    const email = 'too-late@example.org'
    await registerIn(site, site.client(), email)
    expect((await signIn(site.client(), email)).status).toBe(200)
    site.clock.advanceBusiness({ days: 7 })
    expect((await signIn(site.client(), email)).status).toBe(401)
  })
})

describe('signing out', () => {
  test('ends the session, also for a copy of its cookie', async () => {
    const browser = site.client()
    await signIn(browser, await somebody())
    const thief = site.client()
    thief.cookies.set(session, browser.cookies.get(session) ?? '')
    expect((await thief.call(calls.userSession)).body).toMatchObject({ authenticated: true })
    expect((await browser.call(calls.logout)).body).toEqual({ status: 'ok' })
    expect(browser.cookies.has(session)).toBe(false)
    expect((await thief.call(calls.userSession)).body).toEqual({ authenticated: false })
    expect((await thief.call(calls.videoHistory)).status).toBe(401)
  })

  test('succeeds without a session', async () => {
    expect((await site.client().call(calls.logout)).body).toEqual({ status: 'ok' })
  })
})

describe('a stolen database', () => {
  test('signs no one in: neither its values nor their hex or base64 are cookies', async () => {
    await signIn(site.client(), await somebody())
    const rows = await sessionsOf(site.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { token_hash } of rows) {
      for (const encoding of ['hex', 'base64url', 'base64', 'latin1'] as const) {
        const thief = site.client()
        thief.cookies.set(session, encodeURIComponent(token_hash.toString(encoding)))
        expect((await thief.call(calls.userSession)).body).toEqual({ authenticated: false })
      }
    }
  })
})

import { describe, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import { anyParams } from '#support/any-params.ts'
import { mailsTo } from '#support/mails.ts'
import { signIn } from '#support/people.ts'
import {
  codeAt,
  isSignedIn,
  sessionCookieSeconds,
  setUpPasskey,
  setUpTotp,
  signedInBrowser,
} from '#support/second-factors.ts'
import { markRemoved, personAt } from '#support/stored/people.ts'
import { replaceSecret } from '#support/stored/second-factors.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp()

let people = 0
/** A user with an authenticator app, signed in in one browser. */
async function somebody() {
  people += 1
  const email = `somebody-${people}@example.org`
  const home = await signedInBrowser(site, email)
  return { email, home, ...(await setUpTotp(site, home)) }
}

/** A browser in which the password was right. */
async function halfSignedIn(email: string, more: Record<string, unknown> = {}): Promise<TestClient> {
  const browser = site.client()
  const answer = await browser.call(calls.login, {
    body: { email, password: 'notes on the engine', ...more },
  })
  expect(answer.status).toBe(202)
  return browser
}

const now = () => site.clock.real()
const send = (browser: TestClient, code: string) => browser.call(calls.secondFactor, { body: { code } })

describe('the password alone', () => {
  test("requires a second step and lists the user's methods", async () => {
    const { email } = await somebody()
    const answer = await signIn(site.client(), email)
    expect([answer.status, answer.body]).toEqual([
      202,
      { status: 'two-factor-required', methods: ['totp', 'recovery-code'] },
    ])
  })

  test('lists a passkey if there is one', async () => {
    const { email, home } = await somebody()
    await setUpPasskey(site, home)
    const { body } = await signIn(site.client(), email)
    expect(body).toMatchObject({ methods: ['totp', 'passkey', 'recovery-code'] })
  })

  test('is unchanged for a user who never completed setting up an app', async () => {
    const browser = await signedInBrowser(site, 'begun@example.org')
    await browser.call(calls.startTotp, { body: { currentPassword: 'notes on the engine' } })
    expect((await signIn(site.client(), 'begun@example.org')).status).toBe(200)
  })

  test('opens no call but those of the second factor and those that anyone may make', async () => {
    const { email } = await somebody()
    const browser = await halfSignedIn(email)
    const known = site.app.routeTable.flatMap(({ call }): Call[] => (call ? [call] : []))
    const opened: string[] = []
    for (const call of known.filter(({ actor }) => !['anyone', 'demo', 'signed'].includes(actor))) {
      const sent = {
        params: anyParams,
        ...(call.body && { body: {} }),
      }
      if ((await browser.call(call, sent)).status !== 401) opened.push(call.path)
    }
    expect(opened).toEqual([calls.secondFactor.path])
  })

  test("ends the browser's earlier session, and signs no one in", async () => {
    const { email, home } = await somebody()
    expect(await isSignedIn(home)).toBe(true)
    await signIn(home, email)
    expect(await isSignedIn(home)).toBe(false)
  })

  test('waits for ten minutes, by the real clock', async () => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email)
    const late = await halfSignedIn(email)
    site.clock.advanceReal({ minutes: 10, seconds: -1 })
    expect((await send(browser, codeAt(secret, now()))).status).toBe(200)
    site.clock.advanceReal({ seconds: 31 })
    const answer = await send(late, codeAt(secret, now()))
    expect([answer.status, answer.problem?.code]).toEqual([401, 'login-required'])
  })
})

describe('a code of the app', () => {
  test('signs in, with a cookie that is a fresh one', async () => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email)
    const before = browser.cookies.get('lectern-session')
    const answer = await send(browser, codeAt(secret, now()))
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
    expect(await isSignedIn(browser)).toBe(true)
    expect(browser.cookies.get('lectern-session')).not.toBe(before)
    const copy = site.client()
    copy.cookies.set('lectern-session', before ?? '')
    expect(await isSignedIn(copy)).toBe(false)
    expect((await send(copy, codeAt(secret, now()))).status).toBe(401)
  })

  test.each([
    [true, 7_776_000],
    [false, undefined],
  ])('keeps the choice to stay signed in: %s', async (staySignedIn, lifetime) => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email, { staySignedIn })
    const signedIn = await send(browser, codeAt(secret, now()))
    expect(sessionCookieSeconds(signedIn)).toBe(lifetime)
  })

  test.each([
    ['123 456', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['123-456', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ])('may be typed as %s', async (_, typed) => {
    const { email, secret } = await somebody()
    expect((await send(await halfSignedIn(email), typed(codeAt(secret, now())))).status).toBe(200)
  })

  test('works once, in whichever sign-in', async () => {
    const { email, secret } = await somebody()
    const [first, second] = [await halfSignedIn(email), await halfSignedIn(email)]
    const code = codeAt(secret, now())
    expect((await send(first, code)).status).toBe(200)
    const again = await send(second, code)
    expect([again.status, again.problem?.code]).toEqual([401, 'second-factor-failed'])
    site.clock.advanceReal({ seconds: 30 })
    expect((await send(second, codeAt(secret, now()))).status).toBe(200)
  })

  test('works once when it is sent twice at the same time', async () => {
    const { email, secret } = await somebody()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfSignedIn(email)))
    const code = codeAt(secret, now())
    for (const browser of browsers) await browser.csrfToken()
    const answers = await Promise.all(browsers.map((browser) => send(browser, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  test('of a later step makes the earlier ones worthless', async () => {
    const { email, secret } = await somebody()
    const earlier = codeAt(secret, now())
    site.clock.advanceReal({ seconds: 30 })
    expect((await send(await halfSignedIn(email), codeAt(secret, now()))).status).toBe(200)
    expect((await send(await halfSignedIn(email), earlier)).status).toBe(401)
  })

  test("of another user's app is wrong", async () => {
    const [one, other] = [await somebody(), await somebody()]
    expect((await send(await halfSignedIn(one.email), codeAt(other.secret, now()))).status).toBe(401)
  })

  test('that is right is not counted: frequent sign-ins are not refused', async () => {
    const { email, secret } = await somebody()
    for (let time = 1; time <= 11; time += 1) {
      expect([time, (await send(await halfSignedIn(email), codeAt(secret, now()))).status]).toEqual([
        time,
        200,
      ])
      site.clock.advanceReal({ seconds: 30 })
    }
  })

  test('of no app, or of one that was never put into use, is wrong', async () => {
    const email = 'passkey-alone@example.org'
    const home = await signedInBrowser(site, email)
    await setUpPasskey(site, home)
    const browser = await halfSignedIn(email)
    expect((await send(browser, '000000')).problem?.code).toBe('second-factor-failed')
    const { body } = await home.call(calls.startTotp, { body: { currentPassword: 'notes on the engine' } })
    const answer = await send(browser, codeAt(body.secret, now()))
    expect(answer.problem?.code).toBe('second-factor-failed')
  })

  test.each(['', '12345', '1234567', 'abcdef', '٠٠٥٩٢٤', "' or 1=1 --"])('%j is wrong', async (code) => {
    const { email } = await somebody()
    expect((await send(await halfSignedIn(email), code)).problem?.code).toBe('second-factor-failed')
  })

  test('sealed with another APP_SECRET is wrong, and a recovery code still works', async () => {
    const { email, secret, recoveryCodes } = await somebody()
    await replaceSecret(site.db, await userIdOf(email), Buffer.alloc(48))
    const browser = await halfSignedIn(email)
    const error = vi.spyOn(site.services.log, 'error')
    expect((await send(browser, codeAt(secret, now()))).status).toBe(401)
    const sentence = 'the secret of an authenticator app cannot be read: was APP_SECRET changed?'
    expect(error.mock.calls).toEqual([[{ user: await userIdOf(email) }, sentence]])
    error.mockRestore()
    expect((await send(browser, recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('wrong codes', () => {
  const wrong = (secret: string) => (codeAt(secret, now()) === '000000' ? '000001' : '000000')

  test('end the sign-in with the sixth, after which a right one comes too late', async () => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email)
    for (let tries = 1; tries <= 6; tries += 1) {
      const answer = await send(browser, wrong(secret))
      expect([tries, answer.status, answer.problem?.code]).toEqual([tries, 401, 'second-factor-failed'])
    }
    expect(browser.cookies.has('lectern-session')).toBe(false)
    expect((await send(browser, codeAt(secret, now()))).problem?.code).toBe('login-required')
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('leave five tries that do no harm', async () => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email)
    for (let tries = 1; tries <= 5; tries += 1) await send(browser, wrong(secret))
    expect((await send(browser, codeAt(secret, now()))).status).toBe(200)
  })

  test('sent at the same time are still six at most', async () => {
    const { email, secret } = await somebody()
    const browser = await halfSignedIn(email)
    await browser.csrfToken()
    const answers = await Promise.all(Array.from({ length: 9 }, () => send(browser, wrong(secret))))
    const failed = answers.filter(({ problem }) => problem?.code === 'second-factor-failed')
    expect(failed.length).toBeLessThanOrEqual(6)
    expect((await send(browser, codeAt(secret, now()))).status).toBe(401)
  })

  test('are ten in 15 minutes however often one starts again; a recovery code still helps', async () => {
    const { email, secret, recoveryCodes } = await somebody()
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await send(await halfSignedIn(email), wrong(secret))).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    const right = await send(await halfSignedIn(email), codeAt(secret, now()))
    expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await send(await halfSignedIn(email), recoveryCodes[0] ?? '')).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('signs in once, and its owner is told', async () => {
    const { email, recoveryCodes } = await somebody()
    const code = recoveryCodes[3] ?? ''
    const browser = await halfSignedIn(email)
    expect((await send(browser, code.toLowerCase())).status).toBe(200)
    const mails = await mailsTo(site, email)
    expect(mails.filter(({ text }) => text.includes('A recovery code of your account'))).toHaveLength(1)
    expect((await browser.call(calls.signInMethods)).body.recoveryCodes).toBe(9)
    expect((await send(await halfSignedIn(email), code)).problem?.code).toBe('second-factor-failed')
  })

  test('of another user is wrong, and stays unused', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const code = other.recoveryCodes[0] ?? ''
    expect((await send(await halfSignedIn(one.email), code)).status).toBe(401)
    expect((await send(await halfSignedIn(other.email), code)).status).toBe(200)
  })

  test('sent twice at the same time signs in once', async () => {
    const { email, recoveryCodes } = await somebody()
    const browsers = [await halfSignedIn(email), await halfSignedIn(email)]
    for (const browser of browsers) await browser.csrfToken()
    const answers = await Promise.all(browsers.map((browser) => send(browser, recoveryCodes[0] ?? '')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('is no longer offered when all are used', async () => {
    const { email, recoveryCodes } = await somebody()
    for (const code of recoveryCodes) expect((await send(await halfSignedIn(email), code)).status).toBe(200)
    expect((await signIn(site.client(), email)).body).toMatchObject({ methods: ['totp'] })
  })
})

test('after a temporary password and the code only a new password can be chosen', async () => {
  const { email, secret } = await somebody()
  const userId = await userIdOf(email)
  await site.db
    .transaction()
    .execute((trx) => assignTemporaryPassword(trx, site.services, { userId, password: 'only for today 7' }))
  const browser = site.client()
  const first = await signIn(browser, email, 'only for today 7')
  expect([first.status, first.body]).toEqual([
    202,
    expect.objectContaining({ status: 'two-factor-required' }),
  ])
  const second = await send(browser, codeAt(secret, now()))
  expect([second.status, second.body]).toEqual([202, { status: 'password-change-required' }])
  expect(await isSignedIn(browser)).toBe(false)
  expect((await browser.call(calls.signInMethods)).status).toBe(401)
})

test('a user removed between the two steps is not signed in', async () => {
  const { email, secret } = await somebody()
  const browser = await halfSignedIn(email)
  await markRemoved(site.db, await userIdOf(email), site.clock.now())
  expect((await send(browser, codeAt(secret, now()))).status).toBe(401)
})

async function userIdOf(email: string): Promise<string> {
  return (await personAt(site.db, email)).userId
}

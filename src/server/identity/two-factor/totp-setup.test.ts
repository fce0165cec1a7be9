import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findTraces } from '#support/dump.ts'
import { mailsTo } from '#support/mails.ts'
import { registerIn, signIn } from '#support/people.ts'
import {
  codeAt,
  isSignedIn,
  ownPassword,
  setUpPasskey,
  setUpTotp,
  signedInBrowser,
} from '#support/second-factors.ts'
import { personAt, takePassword } from '#support/stored/people.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let email = ''
let browser: TestClient
const site = testApp()

let people = 0
beforeEach(async () => {
  people += 1
  email = `somebody-${people}@example.org`
  browser = await signedInBrowser(site, email)
})

const now = () => site.clock.real()
const currentPassword = ownPassword
const start = (by = browser, password = currentPassword) =>
  by.call(calls.startTotp, { body: { currentPassword: password } })
const confirm = (code: string, by = browser) => by.call(calls.confirmTotp, { body: { code } })
const remove = (code: string, password = currentPassword) =>
  browser.call(calls.removeTotp, { body: { currentPassword: password, code } })
const renew = (password = currentPassword) =>
  browser.call(calls.renewRecoveryCodes, { body: { currentPassword: password } })
const methods = async () => (await browser.call(calls.signInMethods)).body
const mailsThatSay = async (sentence: string) =>
  (await mailsTo(site, email)).filter(({ text }) => text.includes(sentence)).length

describe('setting an app up', () => {
  test('shows a secret of 160 bit, as an address and for typing', async () => {
    const { status, body } = await start()
    expect(status).toBe(200)
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(body.uri)
    expect(decodeURIComponent(address.pathname)).toBe(`/Lectern:${email}`)
    expect(address.searchParams.get('secret')).toBe(body.secret)
  })

  test('asks for the password', async () => {
    const refused = await start(browser, 'something else')
    expect([refused.status, refused.problem?.code]).toEqual([403, 'wrong-password'])
    expect((await confirm('000000')).problem?.code).toBe('second-factor-failed')
  })

  test('does nothing until the first code, which brings ten recovery codes and a mail', async () => {
    const { body } = await start()
    expect(await methods()).toEqual({ hasPassword: true, totp: false, recoveryCodes: 0, passkeys: [] })
    const answer = await confirm(codeAt(body.secret, now()))
    expect(answer.status).toBe(200)
    expect(new Set(answer.body.recoveryCodes).size).toBe(10)
    expect(await methods()).toEqual({ hasPassword: true, totp: true, recoveryCodes: 10, passkeys: [] })
    expect(await mailsThatSay('Two-factor login with an authenticator app was switched on')).toBe(1)
  })

  test('signs no one out, and renews this browser’s cookie', async () => {
    const other = site.client()
    await signIn(other, email)
    const before = browser.cookies.get('lectern-session') ?? ''
    await setUpTotp(site, browser)
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, true])
    expect(browser.cookies.get('lectern-session')).not.toBe(before)
    const copy = site.client()
    copy.cookies.set('lectern-session', before)
    expect(await isSignedIn(copy)).toBe(false)
  })

  test('keeps neither the secret nor a recovery code in the database', async () => {
    const { secret, recoveryCodes } = await setUpTotp(site, browser)
    const bytes = Buffer.from(base32(secret))
    const traces = [secret, bytes.toString('hex'), bytes.toString('base64')]
    const codes = recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])
    const { database } = site.services
    expect(await findTraces(database, [...traces, ...codes])).toEqual([])
    expect(await findTraces(database, [email])).not.toEqual([])
  })

  test('can be begun again, and then the first secret is worth nothing', async () => {
    const [first, second] = [await start(), await start()]
    expect((await confirm(codeAt(first.body.secret, now()))).status).toBe(401)
    expect((await confirm(codeAt(second.body.secret, now()))).status).toBe(200)
  })

  test('takes no second app beside the first', async () => {
    const { secret } = await setUpTotp(site, browser)
    expect((await start()).problem?.code).toBe('second-factor-on')
    expect((await confirm(codeAt(secret, now()))).problem?.code).toBe('second-factor-on')
  })

  test("refuses the code of another user's app", async () => {
    const other = await signedInBrowser(site, `other-${people}@example.org`)
    const { body } = await start(other)
    await start()
    expect((await confirm(codeAt(body.secret, now()))).status).toBe(401)
  })

  test('uses its first code up', async () => {
    const { body } = await start()
    const code = codeAt(body.secret, now())
    await confirm(code)
    const elsewhere = site.client()
    await signIn(elsewhere, email)
    expect((await elsewhere.call(calls.secondFactor, { body: { code } })).status).toBe(401)
  })

  test('can be tried ten times in 15 minutes', async () => {
    await start()
    for (let tries = 0; tries < 10; tries += 1) expect((await confirm('000000')).status).toBe(401)
    expect((await confirm('000000')).status).toBe(429)
  })

  test("requires a confirmed contact: nothing survives the confirmation by the address's real owner", async () => {
    const stranger = site.client()
    await registerIn(site, stranger, `unconfirmed-${people}@example.org`)
    await signIn(stranger, `unconfirmed-${people}@example.org`)
    const answer = await start(stranger)
    expect([answer.status, answer.problem?.code]).toEqual([403, 'confirmation-required'])
  })
})

describe('switching it off', () => {
  test('needs both, the password and a code', async () => {
    const { secret } = await setUpTotp(site, browser)
    expect((await remove(codeAt(secret, now()), 'something else')).problem?.code).toBe('wrong-password')
    expect((await remove('not it')).problem?.code).toBe('second-factor-failed')
    expect((await methods()).totp).toBe(true)
    const answer = await remove(codeAt(secret, now()))
    expect([answer.status, answer.body]).toEqual([
      200,
      { hasPassword: true, totp: false, recoveryCodes: 0, passkeys: [] },
    ])
    expect(await mailsThatSay('with an authenticator app was switched off')).toBe(1)
    expect((await signIn(site.client(), email)).status).toBe(200)
  })

  test('works with a recovery code for a user who has lost the app', async () => {
    const { recoveryCodes } = await setUpTotp(site, browser)
    expect((await remove(recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('takes the recovery codes along, unless a passkey is left', async () => {
    const { secret, recoveryCodes } = await setUpTotp(site, browser)
    await setUpPasskey(site, browser)
    await remove(codeAt(secret, now()))
    expect(await methods()).toMatchObject({ totp: false, recoveryCodes: 10 })
    expect((await signIn(site.client(), email)).body).toMatchObject({ methods: ['passkey', 'recovery-code'] })
    expect(recoveryCodes).toHaveLength(10)
  })

  test('and setting it up again brings other recovery codes', async () => {
    const first = await setUpTotp(site, browser)
    await remove(codeAt(first.secret, now()))
    const second = await setUpTotp(site, browser)
    expect(first.recoveryCodes.some((code) => second.recoveryCodes.includes(code))).toBe(false)
    const elsewhere = site.client()
    await signIn(elsewhere, email)
    const answer = await elsewhere.call(calls.secondFactor, { body: { code: first.recoveryCodes[0] } })
    expect(answer.status).toBe(401)
  })
})

describe('fresh recovery codes', () => {
  test('end the earlier ones, need the password, and are told of', async () => {
    const { recoveryCodes } = await setUpTotp(site, browser)
    expect((await renew('something else')).problem?.code).toBe('wrong-password')
    const { status, body } = await renew()
    expect([status, body.recoveryCodes.length]).toEqual([200, 10])
    expect(await mailsThatSay('New recovery codes were made')).toBe(1)
    const elsewhere = site.client()
    await signIn(elsewhere, email)
    const tryCode = (code = '') => elsewhere.call(calls.secondFactor, { body: { code } })
    expect((await tryCode(recoveryCodes[0])).status).toBe(401)
    expect((await tryCode(body.recoveryCodes[0])).status).toBe(200)
  })

  test('do not exist without a second factor', async () => {
    expect((await renew()).status).toBe(404)
    expect((await methods()).recoveryCodes).toBe(0)
  })
})

test('a user without a password must choose one first', async () => {
  await takePassword(site.db, (await personAt(site.db, email)).userId)
  expect((await methods()).hasPassword).toBe(false)
  expect((await start()).problem?.code).toBe('password-needed')
})

function base32(word: string): number[] {
  const bits = [...word]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}

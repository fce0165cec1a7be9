import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { createPasswordHash } from '#server/platform/outside/password-hash.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { mailsTo, newestMailTo } from '#support/mails.ts'
import { confirmedIn, freshEmail, registerIn, registrationOf, signIn } from '#support/people.ts'
import { registeredAt } from '#support/stored/contacts.ts'
import { couponUses, storeCoupon as storeCouponRow } from '#support/stored/coupons.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { allRows } from '#support/stored/rows.ts'
import { createTestApp, type TestApp, testApp } from '#support/test-app.ts'

// passwords at the cost of a real site
const site = testApp({ settings: { RATE_LIMITS: '1000' }, services: { passwords: createPasswordHash() } })

const register = (body: unknown, headers: Record<string, string> = {}) =>
  site.client().call(calls.register, { body, headers })

const storedOf = (email: string) => registeredAt(site.db, email)

const storeCoupon = (code: string, limit: { maxUses?: number; validUntil?: string } = {}) =>
  storeCouponRow(site.db, { code, createdAt: site.clock.now(), ...limit })

async function usesOf(code: string) {
  const rows = (await allRows(site.db, 'coupon_use')).filter((use) => use.coupon_key === couponKey(code))
  return { uses: await couponUses(site.db, code), rows: rows.length }
}

describe('a registration', () => {
  test('creates an account with its owner, whose contact is unconfirmed', async () => {
    const answer = await register(
      registrationOf(' Grace@Example.org ', { name: ' Grace Hopper ', newsletter: true }),
    )
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ status: 'confirmation-needed', email: 'Grace@Example.org' })
    expect(await storedOf('grace@example.org')).toEqual([
      {
        accountName: 'Grace Hopper',
        name: 'Grace Hopper',
        role: 'owner',
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        newsletter: true,
        email: 'Grace@example.org',
        email_key: 'grace@example.org',
      },
    ])
    expect(await newestMailTo(site, 'Grace@example.org')).toMatchObject({
      subject: 'Please confirm your email for Lectern',
      text: expect.stringContaining('Hello Grace Hopper,'),
    })
  })

  test('subscribes to the newsletter only on request', async () => {
    const email = freshEmail()
    expect((await register(registrationOf(email))).status).toBe(202)
    expect(await storedOf(email)).toMatchObject([{ newsletter: false }])
  })

  test('has a name that can be printed on an invoice', async () => {
    const email = freshEmail()
    const { status, problem } = await register(registrationOf(email, { name: 'Ada \u{12000}' }))
    expect([status, Object.keys(problem?.errors ?? {})]).toEqual([422, ['name']])
    expect(await storedOf(email)).toEqual([])
  })

  test('is asked to come back where too many passwords are hashed', async () => {
    const email = freshEmail()
    const hash = vi.spyOn(site.services.passwords, 'hash').mockResolvedValueOnce(new Problem('unavailable'))
    expect((await register(registrationOf(email))).problem?.code).toBe('unavailable')
    hash.mockRestore()
    expect(await storedOf(email)).toEqual([])
  })

  test.each([
    ['name', { name: ' ' }, 'Please enter your name.'],
    ['email', { email: '' }, 'Please enter your email.'],
    ['email', { email: 'ada@home' }, 'Please enter a valid email.'],
    ['email', { email: 'a@x.de,b@y.de' }, 'Please enter a valid email.'],
    ['email', { email: '"a b"@x.de' }, 'Please enter a valid email.'],
    ['password', { password: '' }, 'Please choose a password.'],
    ['password', { password: 'short77' }, 'Please choose a password with at least 8 characters.'],
    ['password', { password: 'x'.repeat(129) }, 'Please choose a password with at most 128 characters.'],
    ['couponCode', { couponCode: 'ab' }, 'The coupon code you entered is invalid'],
    [
      'termsAccepted',
      { termsAccepted: false },
      'You have to agree to the terms & conditions in order to use the product',
    ],
    ['email', { email: 'a@x.de\r\nBcc: b@y.de' }, 'This value is not valid.'],
    ['name', { name: 'Ada\r\nBcc: b@y.de' }, 'This value is not valid.'],
  ])('gets the faults of its %s: %j', async (field, change, sentence) => {
    const mailsBefore = await queuedMails(site.db)
    const answer = await register(registrationOf(freshEmail(), change))
    expect(answer.status).toBe(422)
    expect(answer.problem).toMatchObject({ code: 'invalid', errors: { [field]: sentence } })
    expect(await queuedMails(site.db)).toEqual(mailsBefore)
  })

  test.each([
    ['/content/video/closures?t=9', '/content/video/closures?t=9'],
    ['//evil.test/x', null],
    ['https://evil.test/', null],
    ['/\\evil.test', null],
    [undefined, null],
  ])('who wanted %s is led back by the mailed link to %s', async (next, expected) => {
    const email = freshEmail()
    expect((await register(registrationOf(email, { ...(next !== undefined && { next }) }))).status).toBe(202)
    const { text } = await newestMailTo(site, email)
    const link = new URL(/http\S+confirm-contact\S+/.exec(text)?.[0] ?? '')
    expect(link.searchParams.get('next')).toBe(expected)
    expect(link.searchParams.get('contact')).toBe(email)
  })

  test('takes 64 emoji, and 128 of them, as a password', async () => {
    for (const password of ['😀'.repeat(64), '😀'.repeat(128)]) {
      const email = freshEmail()
      expect((await register(registrationOf(email, { password }))).status).toBe(202)
      expect((await signIn(site.client(), email, password)).status).toBe(200)
      expect((await signIn(site.client(), email, password.slice(2))).status).toBe(401)
    }
  })

  test.each([
    ['an unknown field', { admin: true }],
    ['another unknown field', { subscription: { status: 'active' } }],
    ['a word for yes', { termsAccepted: 'true' }],
    ['a number', { name: 5 }],
  ])('is refused with %s', async (_, change) => {
    expect((await register(registrationOf(freshEmail(), change))).status).toBe(422)
  })

  test('needs a token of this site', async () => {
    const answer = await site
      .client()
      .call(calls.register, { body: registrationOf(freshEmail()), csrf: 'none' })
    expect(answer.problem?.code).toBe('csrf')
  })
})

describe('registering with an address that has an account', () => {
  test('has the usual answer, changes nothing, and notifies its owner', async () => {
    const email = freshEmail()
    await confirmedIn(site, site.client(), email)
    site.clock.advance({ seconds: 1 })
    const answer = await register(
      registrationOf(email.toUpperCase(), { name: 'Mallory', password: 'of a stranger' }),
    )
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ status: 'confirmation-needed', email: email.toUpperCase() })
    expect(await storedOf(email)).toMatchObject([{ name: 'Ada Lovelace' }])
    const mail = await newestMailTo(site, email)
    expect((await signIn(site.client(), email)).status).toBe(200)
    expect(mail.subject).toBe('You already have an account at Lectern')
    expect(mail.text).not.toMatch(/Mallory|confirm-contact/)
  })

  test('is the same as with a new one: status, headers, body, hashes, and all other work', async () => {
    const known = freshEmail()
    await confirmedIn(site, site.client(), known)
    const seen = []
    for (const email of [known, freshEmail()]) {
      const browser = site.client()
      await browser.csrfToken()
      const { passwords } = site.services
      const hashesBefore = passwords.computed
      const { status, headers, body } = await browser.call(calls.register, { body: registrationOf(email) })
      const { date: _, 'content-length': length, ...others } = headers
      seen.push({
        status,
        headers: others,
        body: { ...body, email: '' },
        length: Number(length) - email.length,
        hashes: passwords.computed - hashesBefore,
        mails: (await mailsTo(site, email)).length > 0,
      })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.hashes).toBe(1)
  })

  test('is the same with a coupon, good or not', async () => {
    await storeCoupon('SAME-FOR-ALL', { maxUses: 2 })
    const known = freshEmail()
    await confirmedIn(site, site.client(), known)
    for (const [couponCode, status] of [
      ['same-for-all', 202],
      ['NO-SUCH-CODE', 422],
    ] as const) {
      const answers = [
        await register(registrationOf(known, { couponCode })),
        await register(registrationOf(freshEmail(), { couponCode })),
      ]
      expect(answers.map((answer) => answer.status)).toEqual([status, status])
    }
    expect(await usesOf('SAME-FOR-ALL')).toEqual({ uses: 1, rows: 1 })
  })
})

describe('a coupon at registration', () => {
  test('is held for the account, however it is spaced and written', async () => {
    await storeCoupon('Spring 2027', { maxUses: 1 })
    await registerIn(site, site.client(), freshEmail(), { couponCode: ' SPRING2027 ' })
    expect(await usesOf('Spring 2027')).toEqual({ uses: 1, rows: 1 })
  })

  test.each(['unknown', 'over', 'used-up'])('gets one and the same answer when it is %s', async (which) => {
    if (which === 'over') await storeCoupon('over', { validUntil: '2026-11-20' })
    if (which === 'used-up') {
      await storeCoupon('used-up', { maxUses: 1 })
      await registerIn(site, site.client(), freshEmail(), { couponCode: 'used-up' })
    }
    const email = freshEmail()
    const answer = await register(registrationOf(email, { couponCode: which }))
    expect(answer.status).toBe(422)
    expect(answer.problem?.errors).toEqual({ couponCode: 'The coupon code you entered is invalid' })
    expect(await storedOf(email)).toEqual([])
    expect(await mailsTo(site, email)).toEqual([])
  })

  test('is good through its last day', async () => {
    await storeCoupon('last-day', { validUntil: '2026-11-21' })
    expect((await register(registrationOf(freshEmail(), { couponCode: 'last-day' }))).status).toBe(202)
  })

  test('that holds five uses gives exactly five to fifty people at once', async () => {
    await storeCoupon('FIVE', { maxUses: 5 })
    const people = Array.from({ length: 50 }, freshEmail)
    const answers = await Promise.all(
      people.map((email) => register(registrationOf(email, { couponCode: 'FIVE' }))),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(5)
    expect(statuses.filter((status) => status === 422)).toHaveLength(45)
    expect(await usesOf('FIVE')).toEqual({ uses: 5, rows: 5 })
    const stored = await Promise.all(people.map(storedOf))
    expect(stored.flat()).toHaveLength(5)
  })
})

describe('a registration that is repeated', () => {
  test('with its key changes nothing and answers the same', async () => {
    const browser = site.client()
    const email = freshEmail()
    const sent = { body: registrationOf(email), headers: { 'idempotency-key': randomUUID() } }
    const first = await browser.call(calls.register, sent)
    const again = await Promise.all([1, 2, 3].map(() => browser.call(calls.register, sent)))
    for (const answer of again) expect([answer.status, answer.body]).toEqual([first.status, first.body])
    expect(await storedOf(email)).toHaveLength(1)
    expect(await mailsTo(site, email)).toHaveLength(1)
  })

  test('after a refusal, with the same key, is checked again', async () => {
    const browser = site.client()
    const body = registrationOf(freshEmail(), { couponCode: 'not-yet' })
    const sent = { body, headers: { 'idempotency-key': randomUUID() } }
    const statuses = [await browser.call(calls.register, sent), await browser.call(calls.register, sent)]
    await storeCoupon('NOT-YET')
    statuses.push(await browser.call(calls.register, sent))
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 202])
  })

  test('finds its answer, or nothing was done: one that cannot be kept is not given', async () => {
    const email = freshEmail()
    vi.spyOn(site.app.idempotency, 'once').mockImplementationOnce((_, __, ___, run) =>
      run(() => Promise.reject(new Error('the disk is full'))),
    )
    expect((await register(registrationOf(email))).status).toBe(500)
    expect([await storedOf(email), await mailsTo(site, email)]).toEqual([[], []])
    expect((await register(registrationOf(email))).status).toBe(202)
  })

  test('with its key and other contents is refused', async () => {
    const browser = site.client()
    const headers = { 'idempotency-key': randomUUID() }
    await browser.call(calls.register, { body: registrationOf(freshEmail()), headers })
    const other = await browser.call(calls.register, { body: registrationOf(freshEmail()), headers })
    expect(other.problem?.code).toBe('idempotency-conflict')
  })
})

describe('on a site that is closing', () => {
  let closing: TestApp
  beforeAll(async () => {
    closing = await createTestApp({ settings: { SERVICE_MODE: 'sunset' } })
  })
  afterAll(() => closing.close())

  test('no coupon is taken, and nothing is written; without one the registration is', async () => {
    await storeCouponRow(closing.db, { code: 'SPRING-27', createdAt: closing.clock.now() })
    const browser = closing.client()
    const body = registrationOf('late@example.org', { couponCode: 'SPRING-27' })
    const { status, problem } = await browser.call(calls.register, { body })
    expect([status, problem?.errors]).toEqual([422, { couponCode: 'The coupon code you entered is invalid' }])
    expect(await allRows(closing.db, 'account')).toEqual([])
    expect((await browser.call(calls.register, { body: registrationOf('late@example.org') })).status).toBe(
      202,
    )
  })
})

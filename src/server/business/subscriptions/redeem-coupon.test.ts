import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { intervalsAfter } from '#domain/interval.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { testEngine } from '#support/database.ts'
import { passDays, payingOwner, sessionOf } from '#support/paying-team.ts'
import { registerIn, signIn } from '#support/people.ts'
import { inLongForm } from '#support/rounds.ts'
import { couponUses, storeCoupon } from '#support/stored/coupons.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder } from '#support/subscriber.ts'
import { createTestApp, type TestApp, testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { assignCoupon, grantPrepaid } from './grant-licenses.ts'
import { redeemCoupon } from './redeem-coupon.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

let count = 0
const next = () => {
  count += 1
  return count
}
async function coupon(change: Omit<Parameters<typeof storeCoupon>[1], 'code' | 'createdAt'> = {}) {
  count += 1
  const row = { code: `Code ${count}`, createdAt: site.clock.now(), ...change }
  return storeCoupon(site.db, row)
}

const holder = () => accountHolder(site, `holder${next()}@coupon.example`)
const redeem = (browser: TestClient, couponCode: string) =>
  browser.call(calls.redeemCoupon, { body: { couponCode } })

const usesOf = (code: string) => couponUses(site.db, code)

describe('a coupon', () => {
  test('grants its licences for its time, however it is typed', async () => {
    const browser = await holder()
    const code = await coupon()
    const { status, body } = await redeem(browser, `  ${code.toUpperCase().replace(' ', '')} `)
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({
      status: 'prepaid',
      licenseCount: 3,
      includedLicenses: 3,
      interval: { value: 2, unit: 'm' },
      coupon: code,
    })
    expect(await usesOf(code)).toBe(1)
  })

  test('does not shorten a trial: it is redeemed at once, and its time begins when the trial ends', async () => {
    const browser = await holder()
    const trial = (await sessionOf(browser)).subscription
    expect(trial?.status).toBe('trial')
    const code = await coupon()
    const { body } = await redeem(browser, code)
    const from = new Date(trial?.until ?? '')
    expect(body.subscription).toMatchObject({
      status: 'prepaid',
      until: intervalsAfter(from, { value: 2, unit: 'm' }).toISOString(),
      coupon: code,
    })
    expect(await usesOf(code)).toBe(1)
  })

  test('includes its users in a paid subscription, at no price', async () => {
    const browser = await payingOwner(site, `paying${next()}@coupon.example`)
    const { status, body } = await redeem(browser, await coupon())
    expect([status, body.subscription]).toMatchObject([
      200,
      { status: 'active', licenseCount: 4, includedLicenses: 3, creditCents: 0 },
    ])
  })

  test('is redeemed once by an account, and one runs at a time', async () => {
    const browser = await holder()
    const [code, other] = [await coupon(), await coupon()]
    const answers = await Promise.all([redeem(browser, code), redeem(browser, code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await redeem(browser, other)).problem?.code).toBe('coupon-running')
    // whether there is such a code makes no difference then
    expect((await redeem(browser, 'no such code')).problem?.code).toBe('coupon-running')
    site.clock.advanceBusiness({ days: 90 })
    expect((await redeem(browser, code)).problem?.code).toBe('coupon-used')
    expect(await usesOf(code)).toBe(1)
  })

  test('that is unknown, used up or expired is answered alike', async () => {
    const browser = await holder()
    const usedUp = await coupon({ maxUses: 1 })
    await redeem(await holder(), usedUp)
    const expired = await coupon({ validUntil: '2026-01-01' })
    const answers = await Promise.all(['no such code', usedUp, expired].map((code) => redeem(browser, code)))
    for (const { status, problem } of answers)
      expect([status, problem?.code, problem?.errors]).toEqual([
        422,
        'invalid',
        { couponCode: 'The coupon code you entered is invalid' },
      ])
  })

  test('requires a confirmed address and the permission to manage the subscription', async () => {
    const browser = site.client()
    const email = `unconfirmed${next()}@coupon.example`
    await registerIn(site, browser, email)
    await signIn(browser, email)
    const code = await coupon()
    expect((await redeem(browser, code)).problem?.code).toBe('confirmation-required')
    expect((await redeem(site.client(), code)).status).toBe(401)
    expect(await usesOf(code)).toBe(0)
  })
})

describe('guessing', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ settings: { RATE_LIMITS: '1' } })
  })
  afterAll(() => strict.close())

  test('ends after ten wrong codes of an account within an hour', async () => {
    const browser = await accountHolder(strict, 'guess@coupon.example')
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await redeem(browser, `guess ${guess}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  })
})

describe('the admin', () => {
  const idOf = async (browser: TestClient) => (await sessionOf(browser)).account.id

  test('assigns prepaid licences after a trial, and adds to their time', async () => {
    const browser = await holder()
    const accountId = await idOf(browser)
    const order = { accountId, licenseCount: 4, interval: { value: 1, unit: 'm' as const } }
    expect(await grantPrepaid(site.services, order)).toMatchObject({ code: 'already-subscribed' })
    await passDays(site, 15)
    expect(await grantPrepaid(site.services, order)).not.toBeInstanceOf(Problem)
    const first = (await sessionOf(browser)).subscription
    expect(first).toMatchObject({ status: 'prepaid', licenseCount: 4 })
    await grantPrepaid(site.services, { ...order, licenseCount: 2 })
    const second = (await sessionOf(browser)).subscription
    expect(second?.licenseCount).toBe(2)
    expect(Date.parse(second?.until ?? '') - Date.parse(first?.until ?? '')).toBeGreaterThan(27 * 86_400_000)
  })

  test('redeems a coupon for an account, and reads why not', async () => {
    const accountId = await idOf(await holder())
    const couponCode = await coupon()
    const expired = await coupon({ validUntil: '2026-01-01' })
    expect(await assignCoupon(site.services, { accountId, couponCode: 'nothing' })).toMatchObject({
      code: 'invalid',
      fields: { couponCode: 'field_coupon_unknown' },
    })
    expect(await assignCoupon(site.services, { accountId, couponCode: expired })).toMatchObject({
      code: 'coupon-expired',
    })
    expect(await assignCoupon(site.services, { accountId, couponCode })).not.toBeInstanceOf(Problem)
    expect(await assignCoupon(site.services, { accountId, couponCode })).toMatchObject({
      code: 'coupon-running',
    })
    expect(await usesOf(couponCode)).toBe(1)
  })
})

if (testEngine === 'postgresql')
  if (inLongForm)
    test('fifty accounts at once get the ten uses that a coupon has', async () => {
      const code = await coupon({ maxUses: 10 })
      const browsers: TestClient[] = []
      for (let index = 0; index < 50; index += 1) browsers.push(await holder())
      const ids = await Promise.all(browsers.map(async (browser) => (await sessionOf(browser)).account.id))
      const outcomes = await Promise.all(ids.map((id) => redeemCoupon(site.services, id, code)))
      const refused = outcomes.filter((outcome) => outcome instanceof Problem)
      expect(refused.map(({ code: why }) => why)).toEqual(Array.from({ length: 40 }, () => 'coupon-used-up'))
      expect(await usesOf(code)).toBe(10)
      const subscriptions = await allRows(site.db, 'subscription')
      expect(subscriptions.filter(({ coupon_code }) => coupon_code === code)).toHaveLength(10)
    }, 240_000)

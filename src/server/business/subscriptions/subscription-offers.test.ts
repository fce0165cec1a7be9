import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { newestMailTo } from '#support/mails.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder, enterCard, sandboxOf } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

const month = { value: 1, unit: 'm' }

async function offersTo(browser: TestClient) {
  const { status, body } = await browser.call(calls.subscriptionOffers, { query: {} })
  expect(status).toBe(200)
  return body
}

async function order(browser: TestClient, shownGrossCents: number | undefined, more: object = {}) {
  const setupIntent = await enterCard(browser)
  const body = { interval: month, paymentProvider: 'sandbox', setupIntent, shownGrossCents, ...more }
  return browser.call(calls.changeSubscription, { body })
}

describe('the price of subscribing', () => {
  test.each([
    ['a private person in Germany', { country: 'DE' }, { gross: 1190, reverseCharge: false, consumer: true }],
    [
      'a company in Germany',
      { country: 'DE', vatId: 'DE136695976' },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    [
      'a company in Austria',
      { country: 'AT', vatId: 'ATU13585627' },
      { gross: 1000, reverseCharge: true, consumer: false },
    ],
    [
      'a company in Greece',
      { country: 'GR', vatId: 'EL094259216' },
      { gross: 1000, reverseCharge: true, consumer: false },
    ],
    [
      'a company in Germany without a VAT id',
      { country: 'DE', business: true },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    [
      'a company in Austria without a VAT id',
      { country: 'AT', business: true },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    [
      'a company in Switzerland',
      { country: 'CH', business: true },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    [
      'a company in the UK',
      { country: 'GB', business: true },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    [
      'a company in the US',
      { country: 'US', business: true },
      { gross: 1190, reverseCharge: false, consumer: false },
    ],
    ['a private person in Austria', { country: 'AT' }, { gross: 1190, reverseCharge: false, consumer: true }],
  ])('%s', async (who, billing, expected) => {
    const browser = await accountHolder(site, `${who.replaceAll(' ', '.')}@example.org`, billing)
    const offers = await offersTo(browser)
    expect(offers).toMatchObject({
      users: 1,
      consumer: expected.consumer,
      vat: { reverseCharge: expected.reverseCharge, basisPoints: expected.reverseCharge ? 0 : 1900 },
    })
    expect(offers.offers.map(({ interval, priceCents }) => [interval, priceCents])).toEqual([
      [{ value: 1, unit: 'm' }, 1000],
      [{ value: 3, unit: 'm' }, 2700],
      [{ value: 1, unit: 'y' }, 9600],
    ])
    expect(offers.offers[0]?.grossCents).toBe(expected.gross)
  })

  test('is charged when the trial ends, and just so', async () => {
    const browser = await accountHolder(site, 'trial@example.org')
    const offers = await offersTo(browser)
    const [monthly] = offers.offers
    expect(offers.chargedAt).toBe('2026-12-05T23:00:00.000Z')
    expect(monthly?.extendedAt).toBe('2027-01-05T23:00:00.000Z')
    expect((await order(browser, monthly?.grossCents)).status).toBe(200)
    for (let day = 0; day < 16; day += 1) {
      site.clock.advanceBusiness({ days: 1 })
      await runUpkeep(site.services)
    }
    const { body } = await browser.call(calls.userSession)
    expect(body.authenticated && body.subscription).toMatchObject({
      status: 'active',
      until: monthly?.extendedAt,
    })
    const { body: billed } = await browser.call(calls.invoices, { query: {} })
    expect(billed.invoices.map(({ grossCents }) => grossCents)).toEqual([monthly?.grossCents])
    // and it is the price of the next period
    expect((await offersTo(browser)).chargedAt).toBe(monthly?.extendedAt)
  })

  test('expires when the tax has changed: the order is refused, with the reason', async () => {
    const browser = await accountHolder(site, 'moved@example.org', { country: 'AT', vatId: 'ATU13585627' })
    const shown = (await offersTo(browser)).offers[0]?.grossCents
    await browser.call(calls.changeVatId, { body: { country: 'AT', vatId: '' } })
    const { status, problem } = await order(browser, shown)
    expect([status, problem?.code]).toEqual([409, 'quote-stale'])
    expect(problem?.detail).toContain('The price has changed in the meantime.')
    expect((await order(browser, (await offersTo(browser)).offers[0]?.grossCents)).status).toBe(200)
  })
})

describe('a plan that was chosen to follow a trial', () => {
  const shownOf = async (browser: TestClient) => {
    const { body } = await browser.call(calls.userSession)
    return body.authenticated ? body.subscription : null
  }

  test('takes another card by another order of it, and is charged with that', async () => {
    const browser = await accountHolder(site, 'another-card@example.org')
    expect((await order(browser, 1190)).status).toBe(200)
    const twice = await browser.call(calls.changeSubscription, {
      body: { interval: month, paymentProvider: 'sandbox', shownGrossCents: 1190 },
    })
    expect([twice.status, twice.problem?.code]).toEqual([409, 'already-subscribed'])

    const setupIntent = await enterCard(browser, '5555555555554444')
    const body = { interval: month, paymentProvider: 'sandbox', setupIntent, shownGrossCents: 1190 }
    const again = await browser.call(calls.changeSubscription, { body })
    expect([again.status, again.body.subscription]).toMatchObject([
      200,
      { status: 'trial', nextInterval: month, card: { brand: 'mastercard', last4: '4444' } },
    ])
  })

  test('can not begin at once: the order is refused, and changes neither plan nor card', async () => {
    const browser = await accountHolder(site, 'no-rush@example.org')
    expect((await order(browser, 1190)).status).toBe(200)
    const before = await shownOf(browser)
    const refused = await order(browser, undefined, { interval: { value: 1, unit: 'y' }, atOnce: true })
    expect([refused.status, refused.problem?.code]).toEqual([409, 'interval-not-at-once'])
    expect(refused.problem?.detail).toContain('Only a paid subscription that has not been cancelled')
    expect(await shownOf(browser)).toEqual(before)
  })
})

describe('a consumer who wants access at once', () => {
  const asked = () => allRows(site.db, 'immediate_start')

  test('is recorded with the time and their order', async () => {
    const browser = await accountHolder(site, 'at-once@example.org')
    const before = await asked()
    await order(browser, 1190, { immediateStart: true })
    const [noted] = (await asked()).filter(({ id }) => !before.some((other) => other.id === id))
    expect(noted).toMatchObject({
      asked_at: site.clock.now(),
      interval_value: 1,
      interval_unit: 'm',
      gross_cents: 1190,
    })
    // its confirmation repeats that (§ 312f BGB)
    expect((await newestMailTo(site, 'at-once@example.org')).text).toContain(
      'you asked that your access begins at once, before the 14 days for withdrawal are over',
    )
  })

  test.each([
    ['at another price than was shown', { shownGrossCents: 1 }, 409],
    ['for an interval that is not sold', { interval: { value: 7, unit: 'm' } }, 422],
    ['at a sum that no books hold', { shownGrossCents: 2_147_483_648 }, 422],
    ['at a sum below every number', { shownGrossCents: -2_147_483_648 }, 422],
  ])('is not written down where the order is refused: %s', async (what, wrong, refusal) => {
    const browser = await accountHolder(site, `${what.replaceAll(' ', '-')}@example.org`)
    const before = await asked()
    const { status } = await order(browser, 1190, { immediateStart: true, ...wrong })
    expect(status).toBe(refusal)
    expect(await asked()).toHaveLength(before.length)
  })

  test('is not written down where the card is refused', async () => {
    const browser = await accountHolder(site, 'refused@example.org')
    site.clock.advanceBusiness({ days: 20 })
    const before = await asked()
    await sandboxOf(site).setFault('decline')
    const { status, problem } = await order(browser, 1190, { immediateStart: true })
    await sandboxOf(site).setFault('none')
    expect([status, problem?.code]).toEqual([409, 'card-declined'])
    expect(await asked()).toHaveLength(before.length)
  })

  test('is not recorded without a request', async () => {
    const browser = await accountHolder(site, 'not-at-once@example.org')
    const before = await asked()
    expect((await order(browser, undefined)).status).toBe(200)
    expect(await asked()).toHaveLength(before.length)
    expect((await newestMailTo(site, 'not-at-once@example.org')).text).not.toContain('begins at once')
  })
})

test('a VAT ID with wrong check digits is reported with the price', async () => {
  const query = { users: '1', interval: '1m', country: 'AT', vatId: 'ATU13585628' }
  const { status, problem } = await site.client().call(calls.priceQuote, { query })
  expect([status, problem?.errors?.vatId]).toEqual([
    422,
    'The check digits of this VAT id do not fit. Please compare it with your registration.',
  ])
})

describe('a card that was just stored', () => {
  const named = async (browser: TestClient, setupIntent: string) => {
    const query = { paymentProvider: 'sandbox' as const, setupIntent }
    const { status, body } = await browser.call(calls.subscriptionOffers, { query })
    expect(status).toBe(200)
    return body.card
  }

  test('is named as the provider does, and stored by nothing but the order', async () => {
    const browser = await accountHolder(site, 'names@example.org', { country: 'DE' })
    expect(await named(browser, await enterCard(browser))).toEqual({
      brand: 'visa',
      last4: '4242',
      expires: expect.stringMatching(/^\d{4}-\d{2}$/),
    })
    expect((await browser.call(calls.userSession)).body).not.toHaveProperty('subscription.card')
  })

  test('of another account, or unknown, has no name', async () => {
    const other = await accountHolder(site, 'other-names@example.org', { country: 'DE' })
    const browser = await accountHolder(site, 'asks-names@example.org', { country: 'DE' })
    const theirs = await enterCard(other)
    await enterCard(browser)
    expect(await named(browser, theirs)).toBeUndefined()
    expect(await named(browser, 'seti_none')).toBeUndefined()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { signedInOwner } from '#support/owners.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { hurryJobs } from '#support/stored/jobs.ts'
import { personAt } from '#support/stored/people.ts'
import { changeSubscription } from '#support/stored/subscriptions.ts'
import { subscribe } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { known, resting, startVatRegister } from '#support/vat-register-server.ts'
import { readVatCheck } from './vat-check.store.ts'

const vatId = 'ATU12345675'
const found = known({ countryCode: 'AT', vatNumber: 'U12345675' }, true)

const vies = openForTests(() => startVatRegister())
const site = openForTests(() =>
  createTestApp({
    settings: { RATE_LIMITS: '1000', VIES_URL: vies.url, SELLER_VAT_ID: 'DE123456789' },
  }),
)
beforeEach(() => {
  vies.answers = {}
  vies.asked.length = 0
})

let people = 0
async function company(): Promise<TestClient> {
  people += 1
  const browser = await signedInOwner(site, `company${people}@example.org`)
  await browser.call(calls.changeBillingAddress, { body: { address: 'Beispiel GmbH\nWien' } })
  return browser
}

const give = (browser: TestClient, id = vatId) =>
  browser.call(calls.changeVatId, { body: { country: 'AT', vatId: id } })

async function vatNow(browser: TestClient, id = vatId) {
  const { body } = await browser.call(calls.priceQuote, {
    query: { users: '1', interval: '1m', country: 'AT', vatId: id },
  })
  return body.vat
}

const reverse = { basisPoints: 0, reverseCharge: true }
const taxed = { basisPoints: 1900, reverseCharge: false }

describe('the VAT id of an account', () => {
  test('counts once the register knows it, and the answer is kept as evidence', async () => {
    vies.answers = { [vatId]: found }
    const browser = await company()
    await give(browser)
    expect(await vatNow(browser)).toEqual(taxed)
    await site.services.queue.drain()
    expect(await vatNow(browser)).toEqual(reverse)
    expect(vies.asked).toEqual([expect.objectContaining({ requesterNumber: '123456789' })])
    expect(await ownCheck()).toEqual({
      vatId,
      state: 'valid',
      checkedAt: site.clock.real().toISOString(),
      requestIdentifier: 'WAPIAAAAZ1',
      name: 'Beispiel GmbH',
      address: 'Musterstraße 1\n1010 Wien',
    })
  })

  test('counts for no other account, and for no other ID', async () => {
    vies.answers = { [vatId]: found }
    await give(await company())
    await site.services.queue.drain()
    expect(await vatNow(await company())).toEqual(taxed)
    expect(await vatNow(site.client())).toEqual(taxed)
  })

  test('that does not exist is charged like a private customer', async () => {
    const browser = await company()
    await give(browser)
    await site.services.queue.drain()
    expect(await vatNow(browser)).toEqual(taxed)
  })

  test('is requested again while the register is down, and the answer then applies', async () => {
    vies.answers = { [vatId]: resting }
    const browser = await company()
    await give(browser)
    await site.services.queue.drain()
    expect(await vatNow(browser)).toEqual(taxed)
    vies.answers = { [vatId]: found }
    await letTheQueueWait()
    await site.services.queue.drain()
    expect(await vatNow(browser)).toEqual(reverse)
    expect(vies.asked).toHaveLength(2)
  })

  test('is unchanged while the register is down before a renewal, and is taxed once it has expired', async () => {
    vies.answers = { [vatId]: found }
    const browser = await company()
    await give(browser)
    await site.services.queue.drain()
    expect((await subscribe(browser)).status).toBe(200)
    const untilRenewal = { days: 15 }

    vies.answers = { [vatId]: resting }
    site.clock.advance(untilRenewal)
    await dueTomorrow()
    await runUpkeep(site.services)
    await site.services.queue.drain()
    expect(vies.asked.length).toBeGreaterThan(1)
    expect(await ownCheck()).toMatchObject({ state: 'unavailable', before: 'valid' })

    vies.answers = {}
    site.clock.advance(untilRenewal)
    await dueTomorrow()
    await runUpkeep(site.services)
    await site.services.queue.drain()
    expect(await ownCheck()).toMatchObject({ state: 'invalid' })
  })
})

test('an ID changed during the request does not get the answer for the former one', async () => {
  vies.answers = { [vatId]: found }
  const browser = await company()
  await give(browser)
  await give(browser, 'ATU13585627')
  await site.services.queue.drain()
  expect(await vatNow(browser, 'ATU13585627')).toEqual(taxed)
  expect(vies.asked.map(({ vatNumber }) => vatNumber)).not.toContain('U12345675')
})

describe('an ID with wrong check digits', () => {
  const mistyped = 'ATU12345678'
  const sentence = 'The check digits of this VAT id do not fit. Please compare it with your registration.'

  test.each([
    ['does not know it', {}],
    ['rests', { [mistyped]: resting }],
  ])('is refused with its own sentence while the register %s', async (_what, answers) => {
    vies.answers = answers
    const browser = await company()
    const refused = await give(browser, mistyped)
    expect([refused.status, refused.problem?.errors]).toEqual([422, { vatId: sentence }])
    expect(await ownCheck()).toBeNull()
    expect(vies.asked).toHaveLength(1)
  })

  test('is taken once the register confirms it, with the answer as evidence, and is priced without tax', async () => {
    vies.answers = { [mistyped]: known({ countryCode: 'AT', vatNumber: 'U12345678' }, true) }
    const browser = await company()
    expect((await give(browser, mistyped)).body.account).toMatchObject({ vatId: mistyped })
    expect(await ownCheck()).toMatchObject({
      vatId: mistyped,
      state: 'valid',
      requestIdentifier: 'WAPIAAAAZ1',
    })
    expect(await vatNow(browser, mistyped)).toEqual(reverse)

    vies.answers = { [mistyped]: resting }
    expect((await give(browser, mistyped)).status).toBe(200)
    expect(vies.asked).toHaveLength(1)
    expect((await give(await company(), mistyped)).status).toBe(422)
  })
})

test('the register is queried for a limited number of mistyped IDs of an account in an hour', async () => {
  const strict = await createTestApp({ settings: { VIES_URL: vies.url } })
  try {
    const browser = await signedInOwner(strict, 'guesses@example.org')
    for (let time = 0; time < 30; time += 1) expect((await give(browser, 'ATU12345678')).status).toBe(422)
    expect((await give(browser, 'ATU12345678')).status).toBe(429)
    expect((await give(browser, 'ATU13585627')).status).toBe(200)
    expect(vies.asked).toHaveLength(30)
  } finally {
    await strict.close()
  }
})

/** The pauses between two questions are the machine's time, which a test does not have. */
const letTheQueueWait = () => hurryJobs(site.db, 'check-vat-id')

const newest = async () => (await personAt(site.db, `company${people}@example.org`)).accountId

async function dueTomorrow(): Promise<void> {
  const dueAt = new Date(site.clock.now().getTime() + 86_400_000)
  await changeSubscription(site.db, await newest(), { dueAt })
}

const ownCheck = async () => readVatCheck(site.db, await newest())

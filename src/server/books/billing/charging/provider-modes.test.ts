import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findPayer } from '#server/books/billing/payment-card.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import { openPaymentProviders } from '#server/platform/services/payment-providers.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { attemptsOf, forgetModes, storedCards, storedCustomers } from '#support/stored/money.ts'
import { type StripeServer, startStripeServer } from '#support/stripe-server.ts'
import { openStripeSite, type StripeSite } from '#support/stripe-site.ts'
import { goodCard } from '#support/subscriber.ts'
import type { TestClient } from '#support/test-client.ts'

// A site whose keys are changed: from those for tests to live ones, and back by mistake.

let bench: StripeSite
let live: StripeServer
const providers = new Map<'test' | 'live', PaymentProvider>()
beforeAll(async () => {
  bench = await openStripeSite()
  const { site } = bench
  live = await startStripeServer({ real: site.clock.real, livemode: true })
  const secretKey = live.settings.STRIPE_SECRET_KEY ?? ''
  const stripe = { secretKey, publishableKey: '', webhookSecret: undefined, apiUrl: live.url, livemode: true }
  const opened = await openPaymentProviders({ demo: false, stripe }, site.services, { stripe: 1_000 })
  for (const [mode, from] of [['test', site.services.payments] as const, ['live', opened] as const])
    providers.set(mode, from.get('stripe') as PaymentProvider)
})
beforeEach(async () => {
  setKeys('test')
  bench.stripe.books.empty()
  live.books.empty()
  await bench.site.startOver()
})
afterAll(async () => {
  await bench.close()
  await live.close()
})

function setKeys(mode: 'test' | 'live'): void {
  const provider = providers.get(mode) as PaymentProvider
  ;(bench.site.services.payments as Map<string, PaymentProvider>).set('stripe', provider)
}
const db = () => bench.site.db
const customers = async () => (await storedCustomers(db())).map(({ mode, ref }) => ({ mode, ref }))
const attempts = async () => (await attemptsOf(db())).map(({ mode, state, code }) => ({ mode, state, code }))
const takenBy = ({ books }: StripeServer) =>
  books.all('charge').filter(({ status }) => status === 'succeeded').length
const healthOf = async (browser: TestClient) => {
  const { body } = await browser.call(calls.userSession)
  return body.authenticated ? body.subscription?.health : undefined
}
async function days(count: number): Promise<void> {
  bench.site.clock.advanceBusiness({ days: count })
  await runUpkeep(bench.site.services)
}
async function addLiveCard(browser: TestClient): Promise<number> {
  const { body } = await browser.call(calls.setupIntent, { params: { provider: 'stripe' } })
  const setup = await live.enterCard(body.clientSecret, goodCard)
  const card = await browser.call(calls.changeSubscription, { body: { paymentMethod: setup.id } })
  return card.status
}

test('a customer of the test keys is not used with live keys: a new card makes a live customer, and both stay', async () => {
  const ada = await bench.subscriber('ada@example.org')
  const [tested] = await customers()
  setKeys('live')
  await days(31)
  expect(await healthOf(ada)).toBe('past-due')
  expect((await attempts()).at(-1)).toEqual({ mode: 'test', state: 'failed', code: 'test_card' })
  expect(await addLiveCard(ada)).toBe(200)
  expect([await healthOf(ada), takenBy(live), takenBy(bench.stripe)]).toEqual(['ok', 1, 1])
  expect(await customers()).toEqual([{ mode: 'live', ref: expect.stringMatching(/^cus_/) }, tested])
  await days(31)
  expect([await healthOf(ada), takenBy(live)]).toEqual(['ok', 2])
  expect(live.asked.filter((asked) => JSON.stringify(asked).includes(tested?.ref ?? ''))).toEqual([])
})

test('while test keys are set by mistake, charges of live cards wait, and are made once when the live keys are back', async () => {
  const ada = await bench.subscriber('ada@example.org')
  setKeys('live')
  expect(await addLiveCard(ada)).toBe(200)
  setKeys('test')
  await days(31)
  bench.site.clock.advanceReal({ minutes: 3 })
  await runUpkeep(bench.site.services)
  expect((await attempts()).at(-1)).toEqual({ mode: 'live', state: 'submitted', code: null })
  setKeys('live')
  await runUpkeep(bench.site.services)
  expect([await healthOf(ada), takenBy(live), takenBy(bench.stripe)]).toEqual(['ok', 1, 1])
})

test('a card of the test keys is forgotten with them alone', async () => {
  const ada = await bench.subscriber('ada@example.org')
  const waiting = async () =>
    (await storedCards(db())).filter(({ leaving }) => leaving).map(({ mode }) => mode)
  setKeys('live')
  expect(await addLiveCard(ada)).toBe(200)
  await runUpkeep(bench.site.services)
  expect(await waiting()).toEqual(['test'])
  expect(live.asked.filter(({ call }) => call.endsWith('/detach'))).toEqual([])
  setKeys('test')
  await runUpkeep(bench.site.services)
  expect(await waiting()).toEqual([])
})

test('each card is charged as the customer of the keys it was stored with', async () => {
  const ada = await bench.subscriber('ada@example.org')
  setKeys('live')
  expect(await addLiveCard(ada)).toBe(200)
  const cards = await storedCards(db())
  expect(cards.map(({ mode }) => mode).toSorted()).toEqual(['live', 'test'])
  for (const { accountId, ref: method, mode } of cards)
    expect(
      await inTransaction(db(), (trx) => findPayer(trx, { accountId, provider: 'stripe', method })),
    ).toEqual((await customers()).find((one) => one.mode === mode))
})

test('attempts of test keys are invisible to live keys, and block nothing', async () => {
  const ada = await bench.subscriber('ada@example.org')
  bench.stripe.setFault('hang')
  await days(31)
  expect((await attempts()).at(-1)).toMatchObject({ state: 'unknown' })
  bench.stripe.setFault('none')
  setKeys('live')
  bench.site.clock.advanceReal({ minutes: 3 })
  await runUpkeep(bench.site.services)
  expect((await attempts()).at(-1)).toMatchObject({ state: 'failed', code: 'test_card' })
  expect(await addLiveCard(ada)).toBe(200)
  expect(await healthOf(ada)).toBe('ok')
})

test('an unrecorded mode is found out: the customer belongs to the current keys, or a new one is created', async () => {
  const ada = await bench.subscriber('ada@example.org')
  const [before] = await customers()
  await forgetModes(db(), 'payment_customer', 'payment_method', 'charge_attempt')
  await days(31)
  expect(await healthOf(ada)).toBe('ok')
  await bench.enterCard(ada)
  expect(await customers()).toEqual([before])
  expect((await storedCards(db())).map(({ mode }) => mode)).toEqual(['test'])

  await forgetModes(db(), 'payment_customer', 'payment_method')
  setKeys('live')
  await days(31)
  expect((await attempts()).at(-1)).toMatchObject({ state: 'failed', code: 'resource_missing' })
  expect(await addLiveCard(ada)).toBe(200)
  expect([await healthOf(ada), takenBy(live)]).toEqual(['ok', 1])
  expect((await customers()).map(({ mode }) => mode)).toEqual(['live', 'unknown'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { messageOrders } from '#support/message-orders.ts'
import { seed } from '#support/rounds.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { ledgerSums, noticesOf, waitingEvents } from '#support/stored/money.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { type StripeServer, startStripeServer } from '#support/stripe-server.ts'
import type { StripeEvent } from '#support/stripe-server-books.ts'
import { accountHolder, goodCard } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'

// Stripe's own messages of a payment that was lost on the way, given back in part, and disputed: whatever their order.

let site: TestApp
let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripeServer({ real: () => site?.clock.real() ?? new Date() })
  site = await createTestApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', ...stripe.settings } })
  stripe.webhooks.target = async ({ headers, body }) => {
    const sent = { method: 'POST' as const, url: '/api/payment/stripe/webhook', payload: body }
    const host = site.services.config.baseUrl.host
    return (await site.app.inject({ ...sent, headers: { ...headers, host } })).statusCode
  }
})
afterAll(async () => {
  await site.close()
  await stripe.close()
})

const types = [
  'payment_intent.succeeded',
  'refund.created',
  'charge.dispute.created',
  'charge.dispute.closed',
]

const orders = messageOrders(types)

test(`in ${orders.length} orders, and repeated, Stripe’s messages lead to one state (seed ${seed})`, async () => {
  const states = new Set<string>()
  for (const order of orders) states.add(JSON.stringify(await stateAfter(order)))
  expect([...states].map((state) => JSON.parse(state))).toEqual([
    {
      status: 'pending-expiry',
      sums: { captured: 1190, credited: 1190, invoiced: 1190, refunded: 1190 },
      notices: ['dispute-lost', 'refund-elsewhere'],
      waiting: 0,
    },
  ])
}, 300_000)

test('a message without a valid or recent signature is refused', async () => {
  const [event] = stripe.webhooks.pending
  const about = event ?? ({ id: 'evt_1', object: 'event', type: 'x' } as unknown as StripeEvent)
  const post = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) =>
    stripe.webhooks.target?.({ headers, body })
  const now = stripe.webhooks.request(about)
  expect(await post({ ...now, body: `${now.body} ` })).toBe(400)
  expect(await post(stripe.webhooks.request(about, 301))).toBe(400)
})

let people = 0
async function stateAfter(order: readonly string[]) {
  people += 1
  const browser = await accountHolder(site, `stripe${people}@example.org`)
  const { body: setup } = await browser.call(calls.setupIntent, { params: { provider: 'stripe' } })
  const entered = await stripe.enterCard(setup.clientSecret, goodCard)
  stripe.setFault('charge-then-break')
  await browser.call(calls.changeSubscription, {
    body: { interval: { value: 1, unit: 'm' }, paymentProvider: 'stripe', setupIntent: entered.id },
  })
  stripe.setFault('none')
  const paid = stripe.books.all('payment_intent').at(-1)
  if (paid?.status !== 'succeeded') throw new Error('nothing was paid')
  stripe.byHand.makeRefund({ payment_intent: paid.id, amount: '300' })
  stripe.byHand.closeDispute(stripe.byHand.makeDispute(paid.id).id, 'lost')
  for (const type of [...order, ...order]) {
    const event = [...stripe.webhooks.pending].find((one) => one.type === type)
    if (!event) throw new Error(`Stripe told nothing of ${type}`)
    expect(await stripe.webhooks.target?.(stripe.webhooks.request(event))).toBe(200)
    await site.services.queue.drain()
  }
  stripe.webhooks.drop()
  site.clock.advanceReal({ seconds: 30 })
  await runUpkeep(site.services)
  const { body } = await browser.call(calls.userSession)
  return outcomeOf(body.authenticated ? body.account.id : '')
}

async function outcomeOf(accountId: string) {
  return {
    status: (await storedSubscription(site.db, accountId)).status,
    sums: Object.fromEntries(Object.entries(await ledgerSums(site.db, accountId)).toSorted()),
    notices: (await noticesOf(site.db, accountId)).map(({ kind }) => kind).toSorted(),
    waiting: (await waitingEvents(site.db)).length,
  }
}

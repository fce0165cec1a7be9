import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { eventsSince } from '#server/platform/outside/sandbox/sandbox-event.store.ts'
import { messageOrders } from '#support/message-orders.ts'
import { seed } from '#support/rounds.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { bookedFor, loseWaitingEvents, noticesOf, waitingEvents } from '#support/stored/money.ts'
import { sandboxCharges } from '#support/stored/sandbox-money.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { accountHolder, sandboxOf, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

// Four messages of one payment, in all orders and each of them twice: the result is always the same.

const site = testApp({ settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0' } })

const orders = messageOrders([0, 1, 2, 3])

test(`in ${orders.length} orders, and repeated, messages lead to one state (seed ${seed})`, async () => {
  const states = new Map<string, string[]>()
  for (const order of orders) {
    const state = JSON.stringify(await stateAfter(order))
    states.set(state, [...(states.get(state) ?? []), order.join('')])
  }
  expect([...states.keys()].map((state) => JSON.parse(state))).toEqual([
    {
      status: 'pending-expiry',
      ledger: [
        'captured 1190',
        'credited 300',
        'credited 890',
        'invoiced 1190',
        'refunded 300',
        'refunded 890',
      ],
      notices: ['dispute-lost 890', 'refund-elsewhere 300'],
      waiting: 0,
    },
  ])
}, 300_000)

/** A payment whose answer is lost, 300 cents given back by hand, and the rest taken back by the bank. */
async function stateAfter(order: readonly number[]) {
  const sandbox = sandboxOf(site)
  const browser = await accountHolder(site, `order${order.join('')}@example.org`)
  await sandbox.setFault('charge-then-hang')
  await subscribe(browser)
  await sandbox.setFault('none')
  const { body } = await browser.call(calls.userSession)
  const accountId = body.authenticated ? body.account.id : ''
  const [charge] = await sandboxCharges(site.db, accountId)
  const ref = charge?.ref ?? ''
  await sandbox.dashboard.giveBack(ref, 300)
  await sandbox.dashboard.closeDispute(await sandbox.dashboard.dispute(ref, 890), 'lost')
  // its own messages are lost at first; then it sends all of them, in any order
  const events = (await eventsSince(site.db, new Date(0))).slice(-4)
  await loseWaitingEvents(site.db)
  for (const index of [...order, ...order]) {
    const event = events[index]
    if (!event) throw new Error('four messages were expected')
    const { body: raw, signature } = sandbox.sign(event)
    const reply = await site.client().call(calls.webhook, {
      params: { provider: 'sandbox' },
      body: raw,
      csrf: 'none',
      headers: { 'sandbox-signature': signature },
    })
    expect(reply.status).toBe(200)
    await site.services.queue.drain()
  }
  // messages that came before their charge was known are processed again
  site.clock.advanceReal({ seconds: 30 })
  await runUpkeep(site.services)
  return outcomeOf(accountId)
}

async function outcomeOf(accountId: string) {
  const notices = await noticesOf(site.db, accountId)
  return {
    status: (await storedSubscription(site.db, accountId)).status,
    ledger: await bookedFor(site.db, accountId),
    notices: notices.map(({ kind, cents }) => `${kind} ${cents}`).toSorted(),
    waiting: (await waitingEvents(site.db)).length,
  }
}

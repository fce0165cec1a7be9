import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingContext } from '#domain/billing/decision.ts'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import { priceSets } from '#domain/pricing.ts'
import { saveSubscription } from '#server/billing/billing.store.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createTestDatabase } from '#support/database.ts'
import { type KillableSite, killableSite } from '#support/killable-site.ts'
import { booksOf, type Payer, seedPayers, settled } from '#support/payers.ts'
import { rounds } from '#support/rounds.ts'

// Hundreds of subscriptions are due, and the server is killed again and again while it renews them. In the end each was
// charged once, for one period, with one invoice, and no number of an invoice is missing.

const count = rounds.renewals
/** When it is killed: when such a share has been charged. */
const deaths = Array.from(
  { length: rounds.kills },
  (_, index) => 0.02 + (0.93 * index) / (rounds.kills - 1 || 1),
)
let database: Database
let site: KillableSite

beforeAll(async () => {
  database = await createTestDatabase()
  site = await killableSite(database)
  await site.start()
  await site.server.stop()
}, 180_000)
afterAll(async () => {
  await site.end()
  await database.close()
})

test(`${count} renewals through ${deaths.length} kills are ${count} charges`, async () => {
  const payers = await seedPayers(database, count)
  await seedDue(payers)
  for (const share of deaths) {
    const server = await site.start()
    while ((await charged()) < count * share) {
      if (server.process.exitCode !== null) throw new Error(`it ended: ${server.output().stderr}`)
      await new Promise((wake) => setTimeout(wake, 10))
    }
    await site.kill()
  }
  expect(await charged()).toBeLessThan(count)
  await site.start()
  while ((await renewed()) < count) await new Promise((wake) => setTimeout(wake, 200))
  await settled(database)
  const all = payers.map(({ accountId }) => accountId)
  const once = { charges: 1, invoices: 1, books: 'captured 1190, invoiced 1190' }
  expect(await booksOf(database, all)).toEqual(new Map(all.map((id) => [id, once])))
  const { rows } = await database.pool.query<{ number: string }>('select number from invoice order by number')
  expect(rows.map(({ number }) => Number(number.slice(5)))).toEqual(all.map((_, index) => index + 1))
}, 900_000)

async function counted(text: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(text)
  return rows[0]?.count ?? 0
}
const charged = () => counted(`select count(*)::int as count from sandbox_charge where state = 'succeeded'`)
const renewed = () =>
  counted(`select count(*)::int as count from subscription where status = 'active' and until > now()`)

/** Everybody paid a month ago by the rules of the domain, at another place than the sandbox; today the next month is due. */
async function seedDue(payers: readonly Payer[]): Promise<void> {
  const monthAgo = new Date()
  monthAgo.setUTCMonth(monthAgo.getUTCMonth() - 1, 20)
  for (let from = 0; from < payers.length; from += 100) {
    await inTransaction(database.db, async (trx) => {
      for (const { accountId, method } of payers.slice(from, from + 100)) {
        const state = subscribed(method, monthAgo)
        await saveSubscription(trx, accountId, state, nextTimer(state, 10)?.at ?? null)
      }
    })
  }
}

function subscribed(method: string, now: Date): SubscriptionState {
  const context: BillingContext = {
    now,
    serviceMode: 'open',
    graceDays: 10,
    zone: 'Europe/Berlin',
    vatBasisPoints: 1900,
  }
  const order: BillingEvent = {
    type: 'subscribe',
    interval: { value: 1, unit: 'm' },
    plan: priceSets.launch,
    method,
    provider: 'sandbox',
    users: 1,
    confirmed: true,
    billingComplete: true,
  }
  const ordered = after(noSubscription(true), order, context)
  const { openCharge } = ordered
  if (!openCharge) throw new Error('nothing was ordered')
  const { key, amount } = openCharge
  return after(ordered, { type: 'charge-answered', key, news: 'succeeded', amount }, context)
}

function after(state: SubscriptionState, event: BillingEvent, context: BillingContext): SubscriptionState {
  const decision = decide(state, event, context)
  if (!decision.ok) throw new Error(decision.problem)
  return decision.next
}

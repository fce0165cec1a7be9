import type { BillingContext } from '#domain/billing/decision.ts'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { nextTimer } from '#domain/billing/timers.ts'
import { priceSets } from '#domain/pricing.ts'
import { saveSubscription } from '#server/books/billing/billing.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Payer } from './payers.ts'

/**
 * Seeds accounts that paid a month ago, by the rules of the domain but not through the sandbox; at `now` the next month
 * is due.
 */
export async function seedDueRenewals(
  database: Database,
  payers: readonly Payer[],
  now: Date,
): Promise<void> {
  const monthAgo = new Date(now)
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
  const { key, dueCents: grossCents } = openCharge
  return after(ordered, { type: 'charge-answered', key, news: 'succeeded', grossCents }, context)
}

function after(state: SubscriptionState, event: BillingEvent, context: BillingContext): SubscriptionState {
  const decision = decide(state, event, context)
  if (!decision.ok) throw new Error(decision.problem)
  return decision.next
}

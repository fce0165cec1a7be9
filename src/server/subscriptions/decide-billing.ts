import type { Transaction } from 'kysely'
import type { BillingContext, Decision } from '#domain/billing/decision.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { ServiceMode } from '#domain/billing/subscription.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import { type BilledAccount, lockBilledAccount } from '#server/billing/billing.store.ts'
import { billingContext } from '#server/billing/billing-context.ts'
import { carryOut } from '#server/billing/charging/carry-out.ts'
import { storeDecision, type Work } from '#server/billing/charging/store-decision.ts'
import { stateOf } from '#server/billing/subscription-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ChargeResult } from '#server/outside/payment.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'

export type Decided = {
  readonly before: SubscriptionState
  readonly decision: Extract<Decision, { ok: true }>
  /** What the provider said of the charge that was ordered, where one was. */
  readonly charged: ChargeResult | undefined
}

/** What happened, seen from inside the transaction; undefined: nothing after all. */
export type EventOf = (
  state: SubscriptionState,
  account: BilledAccount,
  context: BillingContext,
) => BillingEvent | Problem | undefined

/** What else is written down in the transaction of a decision, as its last step. */
export type Alongside = (trx: Transaction<Tables>, decided: Omit<Decided, 'charged'>) => Promise<void>

/**
 * Tells an account's subscription what happened: locks the account, asks the domain, writes the decision down with all that
 * follows from it in one transaction, and then asks the network. Everything that moves money or a subscription comes
 * through here, so two at once wait for each other, and the second decides by what the first one left.
 */
export async function decideBilling(
  services: Services,
  accountId: string,
  eventOf: EventOf,
  alongside: Alongside = async () => {},
): Promise<Decided | Problem | undefined> {
  const serviceMode = await readServiceMode(services)
  const done = await inTransaction(services.database.db, async (trx) => {
    const stored = await decideWithin(trx, services, serviceMode, accountId, eventOf)
    if (stored && !(stored instanceof Problem)) await alongside(trx, stored)
    return stored
  })
  if (done === undefined || done instanceof Problem) return done
  const { before, decision, work } = done
  return { before, decision, charged: work && (await carryOut(services, accountId, work)) }
}

type Stored = Omit<Decided, 'charged'> & { readonly work: Work | undefined }

/** The part that belongs to a larger transaction of the caller's, who carries the work out after the commit. */
export async function decideWithin(
  trx: Transaction<Tables>,
  services: Services,
  serviceMode: ServiceMode,
  accountId: string,
  eventOf: EventOf,
): Promise<Stored | Problem | undefined> {
  const account = await lockBilledAccount(trx, accountId)
  if (!account) return new Problem('not-found')
  const context = billingContext(services, serviceMode, account)
  const before = stateOf(account.subscription, !isBusiness(account))
  const event = eventOf(before, account, context)
  if (event === undefined || event instanceof Problem) return event
  if (account.deletionAt && binding.has(event.type)) return new Problem('account-ending')
  const decision = decide(before, event, context)
  if (!decision.ok) return new Problem(decision.problem)
  if (decision.next === before) return { before, decision, work: undefined }
  return { before, decision, work: await storeDecision(trx, services, account, decision, context.vat) }
}

/** What somebody takes upon themselves for the time to come; not for an account that is about to be deleted. */
const binding: ReadonlySet<BillingEvent['type']> = new Set([
  'subscribe',
  'update-card',
  'resume',
  'set-users',
  'redeem-coupon',
])

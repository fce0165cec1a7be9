import type { Decision } from '#domain/billing/decision.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { type DecidedStep, storeDecision } from '#server/books/billing/charging/store-decision.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { ChargeResult } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** A stored decision, and the provider calls to make after the commit. */
export type StoredDecision = {
  readonly before: SubscriptionState
  readonly decision: Extract<Decision, { ok: true }>
  readonly steps: readonly DecidedStep[]
}

export type Applied = Omit<StoredDecision, 'steps'> & {
  /** The provider's answer about the ordered charge, if any. */
  readonly charged: ChargeResult | undefined
}

/** Applies an event to an account's subscription, with all consequences. */
export async function applyBillingEvent(
  services: Services,
  accountId: string,
  event: BillingEvent,
): Promise<Applied | Problem> {
  const done = await withSubscription(services, accountId, (trx, subscription) =>
    storeEvent(trx, services, subscription, event),
  )
  return done ?? new Problem('not-found')
}

/**
 * Runs every change of a subscription by a user or by time: locks the account, does `work` in the same transaction, and
 * calls the provider after the commit. Concurrent calls are serialised, and the second decides by the result of the
 * first. 404 for an unknown account; undefined where `work` found nothing to do.
 */
export async function withSubscription(
  services: Services,
  accountId: string,
  work: (trx: Trx, subscription: BilledSubscription) => Promise<StoredDecision | Problem | undefined>,
): Promise<Applied | Problem | undefined> {
  const done = await inTransaction(services.database.db, async (trx) => {
    const subscription = await lockSubscription(trx, services, accountId)
    return subscription ? work(trx, subscription) : new Problem('not-found')
  })
  if (done === undefined || done instanceof Problem) return done
  const { before, decision, steps } = done
  return { before, decision, charged: await runPaymentSteps(services, steps) }
}

/** Decides about a locked subscription, and stores the decision; the caller runs the steps after the commit. */
export async function storeEvent(
  trx: Trx,
  services: Services,
  subscription: BilledSubscription,
  event: BillingEvent,
): Promise<StoredDecision | Problem> {
  const { account, state: before, context } = subscription
  if (account.deletionAt && binding.has(event.type)) return new Problem('account-ending')
  const decision = decide(before, event, context)
  if (!decision.ok) return new Problem(decision.problem)
  if (decision.next === before) return { before, decision, steps: [] }
  return { before, decision, steps: await storeDecision(trx, services, subscription, decision) }
}

/** Events that create future obligations; refused for an account that is about to be deleted. */
const binding: ReadonlySet<BillingEvent['type']> = new Set([
  'subscribe',
  'update-card',
  'try-again',
  'resume',
  'set-users',
  'redeem-coupon',
])

import type { Transaction } from 'kysely'
import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { type AttemptRow, type ChargeRow, lockCharge } from '#server/books/billing/charging/charging.store.ts'
import { isOfOrder } from '#server/books/billing/charging/order-attempt.ts'
import { partOfCharge } from '#server/books/billing/charging/part-of-charge.ts'
import { insertRefund } from '#server/books/billing/charging/refund.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { bookRefund } from '#server/books/billing/charging/settle-refund.ts'
import { storeDecision } from '#server/books/billing/charging/store-decision.ts'
import { isNoted, type NoticeKind, noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'

/**
 * Money of a charge was taken from this site without its doing: by a refund at the provider's desk, or by the card holder's
 * bank. What went is booked with a credit note, the subscription does what follows from it, the operator is told; in one
 * transaction, once for each reference. An early fraud warning takes no money yet.
 */
export async function recordReversal(
  services: Services,
  attempt: AttemptRow & { account_id: string; charge_key: string },
  {
    kind,
    ref,
    disputedCents,
    returnedCents,
  }: { kind: NoticeKind; ref: string; disputedCents: number; returnedCents: number },
): Promise<void> {
  const { database } = services
  const { account_id: accountId, provider } = attempt
  const serviceMode = await readServiceMode(services)
  const steps = await inTransaction(database.db, async (trx) => {
    if (isOfOrder(attempt)) await services.orderListener.lockOrder(trx, accountId)
    const subscription = await lockSubscription(trx, services, serviceMode, accountId)
    const charge = await lockCharge(trx, attempt.charge_id)
    const isNews = await noteForOperator(trx, services, {
      kind,
      effectKey: `${kind} ${provider} ${ref}`,
      accountId,
      provider,
      ref,
      attemptId: attempt.id,
      amountCents: disputedCents,
    })
    if (!isNews) return []
    const { grossCents, creditedCents } = await bookReturn(trx, services, {
      attempt,
      charge,
      ref,
      returnedCents,
    })
    const isWhole = charge.refunded_cents + grossCents >= charge.gross_cents
    // a part that was given back is the operator's decision; what a bank claims may become all of it
    const isTakenBack = kind === 'refund-elsewhere' ? isWhole : kind !== 'dispute-won'
    if (isOfOrder(attempt) && isTakenBack) {
      await services.orderListener.afterReversal(trx, services, { orderId: accountId, isWhole })
    }
    if (!subscription) return []
    if (kind === 'refund-elsewhere')
      return apply(trx, services, subscription, {
        type: 'refunded-elsewhere',
        key: charge.key,
        grossCents,
        creditedCents,
      })
    if (kind === 'fraud-warning') return apply(trx, services, subscription, { type: 'fraud-warned' })
    if (kind === 'dispute-won') return []
    return apply(trx, services, subscription, {
      type: 'charged-back',
      key: charge.key,
      uncreditedCents: grossCents - creditedCents,
      again: kind !== 'dispute-open' && (await isNoted(trx, `dispute-open ${provider} ${ref}`)),
    })
  })
  await runPaymentSteps(services, steps)
}

/** What a provider's news comes to for the subscription; it is never refused. */
export async function apply(
  trx: Transaction<Tables>,
  services: Services,
  subscription: BilledSubscription,
  event: BillingEvent,
) {
  const decision = decide(subscription.state, event, subscription.context)
  if (!decision.ok) throw new Error(`${event.type} was refused: ${decision.problem}`)
  if (decision.next === subscription.state) return []
  return storeDecision(trx, services, subscription, decision)
}

/**
 * No more is booked than the charge still has: what goes beyond it, this site has given back itself. Answers what was booked,
 * gross, and how much of it by a credit note.
 */
async function bookReturn(
  trx: Transaction<Tables>,
  services: Services,
  of: { attempt: AttemptRow; charge: ChargeRow; ref: string; returnedCents: number },
): Promise<{ grossCents: number; creditedCents: number }> {
  const { attempt, charge, ref, returnedCents } = of
  const { clock, random } = services
  const grossCents = Math.min(returnedCents, charge.gross_cents - charge.refunded_cents)
  if (grossCents <= 0) return nothing
  const amount = await partOfCharge(trx, charge, grossCents)
  const reason = `provider ${ref}`
  const id = await insertRefund(trx, {
    id: random.id(),
    attempt,
    reason,
    amount,
    grossCents,
    now: clock.now(),
    real: clock.real(),
    givenBackAs: ref,
  })
  if (id === undefined) return nothing
  await bookRefund(trx, services, charge, {
    id,
    reason,
    net_cents: amount.netCents,
    vat_cents: amount.vatCents,
    gross_cents: grossCents,
    taxes: amount.taxes ?? null,
    // money that a bank or the provider's desk takes names no articles
    articles: null,
  })
  return { grossCents, creditedCents: amount.netCents + amount.vatCents }
}

const nothing = { grossCents: 0, creditedCents: 0 }

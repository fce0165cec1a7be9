import { type BillingEvent, decide } from '#domain/billing/subscription-machine.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { type AttemptRow, type ChargeRow, lockCharge } from '#server/books/billing/charging/charging.store.ts'
import { isOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { partOfCharge } from '#server/books/billing/charging/part-of-charge.ts'
import { insertRefund } from '#server/books/billing/charging/refund.store.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import { bookRefund } from '#server/books/billing/charging/settle-refund.ts'
import { storeDecision } from '#server/books/billing/charging/store-decision.ts'
import { isNoted, type NoticeKind, noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'

type Reversal = {
  readonly kind: NoticeKind
  readonly ref: string
  readonly disputedCents: number
  readonly returnedCents: number
  readonly dueAt?: Date | undefined
}

/**
 * Records money of a charge that was taken back without this site: by a refund from the provider's dashboard, or a
 * dispute. Books it with a credit note, changes the subscription, and notifies the operator; in one transaction, once
 * per reference. An early fraud warning moves no money yet.
 */
export async function recordReversal(
  services: Services,
  attempt: AttemptRow & { account_id: string; charge_key: string },
  reversal: Reversal,
): Promise<void> {
  const { kind, ref, disputedCents, returnedCents, dueAt } = reversal
  const { database } = services
  const { account_id: accountId, provider } = attempt
  const steps = await inTransaction(database.db, async (trx) => {
    if (isOfOrder(attempt)) await services.orderListener.lockOrder(trx, accountId)
    const subscription = await lockSubscription(trx, services, accountId)
    const charge = await lockCharge(trx, attempt.charge_id)
    const isNews = await noteForOperator(trx, services, {
      kind,
      effectKey: `${kind} ${provider} ${ref}`,
      accountId,
      provider,
      ref,
      attemptId: attempt.id,
      amountCents: disputedCents,
      dueAt,
    })
    if (!isNews) return []
    const { grossCents, creditedCents } = await bookReturn(trx, services, {
      attempt,
      charge,
      ref,
      returnedCents,
    })
    const isWhole = charge.refunded_cents + grossCents >= charge.gross_cents
    // a partial refund is the operator's decision; a disputed amount may become the whole
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

/** Applies a provider's event to the subscription; it is never refused. */
export async function apply(
  trx: Trx,
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
 * Books at most what is left of the charge: the rest was refunded by this site. Returns the booked gross amount, and
 * how much of it by a credit note.
 */
async function bookReturn(
  trx: Trx,
  services: MailServices,
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
    // a reversal by bank or dashboard names no articles
    articles: null,
  })
  return { grossCents, creditedCents: amount.netCents + amount.vatCents }
}

const nothing = { grossCents: 0, creditedCents: 0 }

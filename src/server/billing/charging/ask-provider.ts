import { methodsToDetach, noteDetached } from '#server/billing/payment-card.store.ts'
import { isChargeKnown } from '#server/billing/payment-notice.store.ts'
import { oneByOne, type StepOutcome } from '#server/jobs/upkeep-step.ts'
import type { ChargeOrder, ChargeResult, PaymentProvider } from '#server/outside/payment.ts'
import type { Services } from '#server/services/services.ts'
import { type AttemptRow, findAttempt, paidAttempt, updateAttempt, voidedBeside } from './charging.store.ts'
import { findRefund, updateRefund } from './refund.store.ts'

/** What the network is asked. Nothing is locked meanwhile, and nothing is settled here. */

/**
 * Sends an attempt. Sending it again is harmless: the provider knows it by its key, and the order is the one that was
 * written down. It is not sent while an earlier one of the charge might still be paid, nor when the charge is paid or the
 * provider is known to have the attempt: then it is looked up.
 */
export async function sendAttempt(services: Services, attemptId: string): Promise<ChargeResult> {
  const { db } = services.database
  const attempt = await findAttempt(db, { id: attemptId })
  if (!attempt) throw new Error(`there is no attempt ${attemptId}`)
  const [earlier] = await voidedBeside(db, attempt)
  if (earlier) return { kind: 'unknown', reason: `${earlier.id} is not cancelled yet` }
  if ((await paidAttempt(db, attempt.charge_id)) || (await isChargeKnown(db, attempt.id)))
    return lookUpAttempt(services, attempt)
  return ask(services, attempt, (provider) => provider.charge(attempt.params as ChargeOrder))
}

/** Makes sure that an attempt which waits for the card holder never takes money. */
export async function cancelAttempt(services: Services, attempt: AttemptRow): Promise<ChargeResult> {
  const ref = attempt.provider_ref
  if (ref === null) throw new Error(`attempt ${attempt.id} waits for nobody`)
  return ask(services, attempt, (provider) => provider.cancelCharge(ref))
}

/** Asks how an attempt stands, without sending it. */
export async function lookUpAttempt(services: Services, attempt: AttemptRow): Promise<ChargeResult> {
  const { customer } = attempt.params as ChargeOrder
  return ask(services, attempt, async (provider) => {
    const found = await provider.findCharge({
      attemptId: attempt.id,
      ref: attempt.provider_ref ?? undefined,
      customer,
      since: attempt.first_sent_at,
    })
    return found === 'none' ? { kind: 'cancelled', ref: attempt.provider_ref ?? '' } : found
  })
}

async function ask(
  { payments, log, clock, database }: Services,
  attempt: AttemptRow,
  question: (provider: PaymentProvider) => Promise<ChargeResult>,
): Promise<ChargeResult> {
  await updateAttempt(database.db, attempt.id, { last_sent_at: clock.real() })
  const provider = payments.get(attempt.provider)
  if (!provider) return { kind: 'unknown', reason: `${attempt.provider} is not configured` }
  return question(provider).catch((error: unknown) => {
    log.error({ err: error, attemptId: attempt.id }, 'a payment provider failed in an unexpected way')
    return { kind: 'unknown' as const, reason: 'the provider failed' }
  })
}

/** Sends a refund, or sends it again; undefined where it is settled already, or cannot be asked for. */
export async function sendRefund(
  { payments, database, clock, log }: Services,
  refundId: string,
): Promise<Awaited<ReturnType<PaymentProvider['refund']>> | undefined> {
  const refund = await findRefund(database.db, refundId)
  if (!refund || refund.state === 'succeeded' || refund.state === 'failed') return undefined
  const attempt = await findAttempt(database.db, { id: refund.attempt_id })
  const provider = attempt && payments.get(attempt.provider)
  if (!attempt?.provider_ref || !provider) {
    log.error({ refundId }, 'a refund has no payment that it belongs to, or no provider')
    return undefined
  }
  await updateRefund(database.db, refundId, { last_sent_at: clock.real() })
  return provider
    .refund({
      refundId,
      ref: attempt.provider_ref,
      amountCents: refund.gross_cents,
      idempotencyKey: refund.idempotency_key,
    })
    .catch((error: unknown) => {
      log.error({ err: error, refundId }, 'a payment provider failed in an unexpected way')
      return { kind: 'unknown' as const, reason: 'the provider failed' }
    })
}

/** Lets providers forget the cards that were replaced. */
export async function detachReplacedCards({
  database: { db },
  payments,
  clock,
  log,
}: Services): Promise<StepOutcome> {
  return oneByOne(
    await methodsToDetach(db),
    async (method) => {
      await payments.get(method.provider)?.detach(method.ref)
      await noteDetached(db, method, clock.now())
    },
    (error) => {
      log.warn({ err: error }, 'a card could not be forgotten by its provider; it is tried again')
    },
  )
}

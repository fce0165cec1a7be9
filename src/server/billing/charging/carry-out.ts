import { methodsToDetach, noteDetached } from '#server/billing/payment-card.store.ts'
import { isChargeKnown } from '#server/billing/payment-notice.store.ts'
import type { ChargeOrder, ChargeResult } from '#server/outside/payment.ts'
import type { Services } from '#server/services/services.ts'
import {
  type AttemptRow,
  findAttempt,
  paidAttempt,
  unsettledAttempts,
  updateAttempt,
  voidedBeside,
} from './charging.store.ts'
import { findRefund, updateRefund } from './refund.store.ts'
import { settleAttempt } from './settle-attempt.ts'
import { settleRefund } from './settle-refund.ts'
import type { Work } from './store-decision.ts'

/**
 * Asks the network for what a committed decision ordered: what was given up is cancelled first, then the attempt is sent.
 * Nothing is locked meanwhile. Whatever does not come to an end here the recovery takes up again. Answers what the provider
 * said of the attempt, where there was one.
 */
export async function carryOut(
  services: Services,
  accountId: string,
  work: Work,
): Promise<ChargeResult | undefined> {
  const { db } = services.database
  if (work.voided) {
    const waiting = await unsettledAttempts(db, { askedBefore: farFuture, accountId })
    for (const attempt of waiting) if (attempt.void_at) await cancelAttempt(services, attempt)
  }
  const result = work.attemptId ? await submitAttempt(services, work.attemptId) : undefined
  for (const refundId of work.refundIds) await submitRefund(services, refundId)
  if (work.detach) await detachMethods(services)
  return result
}

const farFuture = new Date(8.64e15)

/**
 * Sends an attempt and settles it by the answer. Sending it again is harmless: the provider knows it by its key, and the
 * order is the one that was written down. It is not sent while an earlier one of the charge might still be paid, nor when
 * the charge is paid or the provider is known to have the attempt: then it is looked up.
 */
export async function submitAttempt(services: Services, attemptId: string): Promise<ChargeResult> {
  const { db } = services.database
  const attempt = await findAttempt(db, { id: attemptId })
  if (!attempt) throw new Error(`there is no attempt ${attemptId}`)
  const [earlier] = await voidedBeside(db, attempt)
  if (earlier) {
    const result = { kind: 'unknown', reason: `${earlier.id} is not cancelled yet` } as const
    await settleAttempt(services, attempt.id, result)
    return result
  }
  if ((await paidAttempt(db, attempt.charge_id)) || (await isChargeKnown(db, attempt.id)))
    return lookUpAttempt(services, attempt)
  return asked(services, attempt, (provider) => provider.charge(attempt.params as ChargeOrder))
}

/** Makes sure that an attempt which waits for the card holder never takes money; one that did after all is settled. */
export async function cancelAttempt(services: Services, attempt: AttemptRow): Promise<ChargeResult> {
  const ref = attempt.provider_ref
  if (ref === null) throw new Error(`attempt ${attempt.id} waits for nobody`)
  return asked(services, attempt, (provider) => provider.cancelCharge(ref))
}

/** Asks how an attempt stands, without sending it. */
export async function lookUpAttempt(services: Services, attempt: AttemptRow): Promise<ChargeResult> {
  const { customer } = attempt.params as ChargeOrder
  return asked(services, attempt, async (provider) => {
    const found = await provider.findCharge({
      attemptId: attempt.id,
      ref: attempt.provider_ref ?? undefined,
      customer,
      since: attempt.first_sent_at,
    })
    return found === 'none' ? { kind: 'cancelled', ref: attempt.provider_ref ?? '' } : found
  })
}

type Provider = NonNullable<ReturnType<Services['payments']['get']>>

async function asked(
  services: Services,
  attempt: AttemptRow,
  ask: (provider: Provider) => Promise<ChargeResult>,
): Promise<ChargeResult> {
  const { payments, log, clock, database } = services
  await updateAttempt(database.db, attempt.id, { last_sent_at: clock.real() })
  const provider = payments.get(attempt.provider)
  const result: ChargeResult = provider
    ? await ask(provider).catch((error: unknown) => {
        log.error({ err: error, attemptId: attempt.id }, 'a payment provider failed in an unexpected way')
        return { kind: 'unknown' as const, reason: 'the provider failed' }
      })
    : { kind: 'unknown', reason: `${attempt.provider} is not configured` }
  await settleAttempt(services, attempt.id, result)
  return result
}

/** Sends a refund, or sends it again, and settles it by the answer. */
export async function submitRefund(services: Services, refundId: string): Promise<void> {
  const { payments, database, clock, log } = services
  const refund = await findRefund(database.db, refundId)
  if (!refund || refund.state === 'succeeded' || refund.state === 'failed') return
  const attempt = await findAttempt(database.db, { id: refund.attempt_id })
  const provider = attempt && payments.get(attempt.provider)
  if (!attempt?.provider_ref || !provider) {
    log.error({ refundId }, 'a refund has no payment that it belongs to, or no provider')
    return
  }
  await updateRefund(database.db, refundId, { last_sent_at: clock.real() })
  const result = await provider
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
  await settleRefund(services, refundId, result)
}

/** Lets providers forget the cards that were replaced. */
export async function detachMethods({ database: { db }, payments, clock, log }: Services): Promise<void> {
  for (const method of await methodsToDetach(db)) {
    try {
      await payments.get(method.provider)?.detach(method.ref)
      await noteDetached(db, method, clock.now())
    } catch (error) {
      log.warn({ err: error }, 'a card could not be forgotten by its provider; it is tried again')
    }
  }
}

import { methodsToDetach, noteDetaching } from '#server/books/billing/payment-card.store.ts'
import { isChargeKnown } from '#server/books/billing/payment-notice.store.ts'
import { oneByOne, type StepOutcome, together } from '#server/platform/jobs/upkeep-step.ts'
import type { ChargeOrder, ChargeResult, PaymentProvider } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type AttemptRow, findAttempt, paidAttempt, updateAttempt, voidedBeside } from './charging.store.ts'
import { findRefund, updateRefund } from './refund.store.ts'

/** Calls to providers. Nothing is locked meanwhile, and nothing is settled here. */

/**
 * Sends an attempt. Idempotent: the provider knows it by its key, and the order is sent as stored. It is looked up in
 * place of being sent while an earlier attempt of the charge might still be paid, when the charge is paid, or when the
 * provider is known to have the attempt.
 */
export async function sendAttempt(
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
  attemptId: string,
): Promise<ChargeResult> {
  const { db } = services.database
  const attempt = await findAttempt(db, { id: attemptId })
  if (!attempt) throw new Error(`there is no attempt ${attemptId}`)
  const [earlier] = await voidedBeside(db, attempt)
  if (earlier) return { kind: 'unknown', why: 'unsent', reason: `${earlier.id} is not cancelled yet` }
  if ((await paidAttempt(db, attempt.charge_id)) || (await isChargeKnown(db, attempt.id)))
    return lookUpAttempt(services, attempt)
  return ask(services, attempt, async (provider) =>
    isPlayMoney(attempt, provider) ? testCard : provider.charge(attempt.params as ChargeOrder),
  )
}

/** Cancels an attempt that waits for the card holder, so that it never takes money. */
export async function cancelAttempt(
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
  attempt: AttemptRow,
): Promise<ChargeResult> {
  const ref = attempt.provider_ref
  if (ref === null) throw new Error(`attempt ${attempt.id} waits for nobody`)
  return ask(services, attempt, async (provider) =>
    isPlayMoney(attempt, provider) ? { kind: 'cancelled', ref } : provider.cancelCharge(ref),
  )
}

/** Looks up the state of an attempt without sending it. */
export async function lookUpAttempt(
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
  attempt: AttemptRow,
): Promise<ChargeResult> {
  const { customer } = attempt.params as ChargeOrder
  return ask(services, attempt, async (provider) => {
    if (isPlayMoney(attempt, provider)) return { kind: 'cancelled', ref: attempt.provider_ref ?? '' }
    const found = await provider.findCharge({
      attemptId: attempt.id,
      ref: attempt.provider_ref ?? undefined,
      customer,
      since: attempt.first_sent_at,
    })
    return found === 'none' ? { kind: 'cancelled', ref: attempt.provider_ref ?? '' } : found
  })
}

/** Orders with test keys are invalid for live ones: neither card nor money is real. */
function isPlayMoney({ mode }: AttemptRow, provider: PaymentProvider): boolean {
  return mode === 'test' && provider.mode === 'live'
}

const testCard: ChargeResult = {
  kind: 'refused',
  code: 'test_card',
  hard: true,
  message: 'the card was stored with test keys, and the keys of today are live',
}

/** Orders with live keys need live keys: until these are back they wait. */
function needsLiveKeys({ mode }: AttemptRow, provider: PaymentProvider): boolean {
  return mode === 'live' && provider.mode === 'test'
}

async function ask(
  { payments, log, clock, database }: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
  attempt: AttemptRow,
  question: (provider: PaymentProvider) => Promise<ChargeResult>,
): Promise<ChargeResult> {
  const provider = payments.get(attempt.provider)
  if (!provider) return { kind: 'unknown', why: 'unsent', reason: `${attempt.provider} is not configured` }
  if (needsLiveKeys(attempt, provider))
    return { kind: 'unknown', why: 'unsent', reason: `${attempt.provider} has test keys` }
  // unsent attempts keep their place in front of sent ones
  if (!provider.isLeftAlone?.()) await updateAttempt(database.db, attempt.id, { last_sent_at: clock.real() })
  return question(provider).catch((error: unknown) => {
    log.error({ err: error, attemptId: attempt.id }, 'a payment provider failed in an unexpected way')
    return { kind: 'unknown' as const, reason: 'the provider failed' }
  })
}

/** Sends a refund, idempotently; undefined where it is settled already, or cannot be sent. */
export async function sendRefund(
  { payments, database, clock, log }: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
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
  if (needsLiveKeys(attempt, provider)) return undefined
  if (isPlayMoney(attempt, provider)) return { kind: 'failed', code: 'test_card' }
  if (!provider.isLeftAlone?.()) await updateRefund(database.db, refundId, { last_sent_at: clock.real() })
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

/** Detaches replaced cards at their providers. A card that fails is moved behind the others. */
export async function detachReplacedCards(
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
): Promise<StepOutcome> {
  const outcomes: StepOutcome[] = []
  for (const provider of services.payments.values()) {
    if (!provider.isLeftAlone?.()) outcomes.push(await detachCards(services, provider))
  }
  return together(...outcomes)
}

/** The rest is left to the next round: an unavailable provider takes seconds for each. */
const failuresAllowed = 5

async function detachCards(
  { database: { db }, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  { name, mode, detach }: PaymentProvider,
): Promise<StepOutcome> {
  const refs = await methodsToDetach(db, { name, mode })
  const failed: string[] = []
  const outcome = await oneByOne(
    refs,
    async (ref) => {
      if (failed.length >= failuresAllowed) return
      await detach(ref)
      await noteDetaching(db, { provider: name, ref, detached: true }, clock.now())
    },
    (error, ref) => {
      failed.push(ref)
      log.warn({ err: error }, 'a card could not be forgotten by its provider; it is tried again')
    },
  )
  for (const ref of failed) await noteDetaching(db, { provider: name, ref, detached: false }, clock.now())
  return outcome
}

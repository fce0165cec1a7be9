import { type ChargeNews, isFinal } from '#domain/billing/charge-machine.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
import { lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { noteForOperator } from '#server/books/billing/payment-notice.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { ChargeResult } from '#server/platform/outside/payment.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type AttemptRow,
  type ChargeRow,
  findAttempt,
  readAttempt,
  updateAttempt,
  updateCharge,
} from './charging.store.ts'
import { isOfOrder } from './create-attempt.ts'
import { book } from './ledger.store.ts'
import { insertRefund } from './refund.store.ts'
import { type DecidedStep, storeDecision } from './store-decision.ts'

/**
 * Settles an attempt: ledger, subscription, invoice and mails in one transaction. Used for the answer to the call,
 * events, recovery and reconciliation; a second call finds the attempt settled and changes nothing. Returns the steps
 * that follow (the next attempt, a refund), for `runPaymentSteps`.
 */
export async function settleAttempt(
  services: Services,
  attemptId: string,
  result: ChargeResult,
): Promise<readonly DecidedStep[]> {
  const { database, billingListener } = services
  // nobody was asked: it stays as it was ordered, and is sent later
  // mutant `result.kind === 'unknown' → true`: nothing else says why
  if (result.kind === 'unknown' && result.why === 'unsent') return []
  const known = await findAttempt(database.db, { id: attemptId })
  if (!known) return []
  if (isOfOrder(known)) return settleOrder(services, known, result)
  return inTransaction(database.db, async (trx) => {
    await billingListener.lockBeforePayment(trx, known.account_id)
    const subscription = await lockSubscription(trx, services, known.account_id)
    const settled = await storeAnswer(trx, services, attemptId, result)
    if (!settled) return []
    const { attempt, charge, paid } = settled
    const paidBy = paid ? attempt : undefined
    if (!subscription) return paidBy ? returnToNobody(trx, services, paidBy, charge) : []
    const { state: before, context } = subscription
    const news = newsOf(result)
    const event = { type: 'charge-answered', key: charge.key, attempt: attempt.number, news } as const
    const decision = decide(before, { ...event, grossCents: charge.gross_cents }, context)
    // mutant `!decision.ok → false`: no answer is ever refused (domain/billing/answer.ts)
    // mutant `throw new Error(`an answer of a provider … cision.problem}`) → ;`: as above
    if (!decision.ok) throw new Error(`an answer of a provider was refused: ${decision.problem}`)
    return storeDecision(trx, services, subscription, decision, paidBy)
  })
}

/** The same for an order of the shop, without a subscription: a payment that it does not take is refunded. */
async function settleOrder(
  services: Services,
  { id, account_id: orderId }: { id: string; account_id: string },
  result: ChargeResult,
): Promise<readonly DecidedStep[]> {
  const { database, orderListener } = services
  return inTransaction(database.db, async (trx) => {
    await orderListener.lockOrder(trx, orderId)
    const settled = await storeAnswer(trx, services, id, result)
    if (!settled?.paid) return []
    const isWanted = await orderListener.afterPayment(trx, services, { orderId, chargeId: settled.charge.id })
    return isWanted ? [] : returnToNobody(trx, services, settled.attempt, settled.charge)
  })
}

type Settled = { readonly attempt: AttemptRow; readonly charge: ChargeRow; readonly paid: boolean }

/** Stores attempt, charge and ledger by the answer; undefined if it says nothing new about the charge. */
async function storeAnswer(
  trx: Trx,
  services: Pick<Services, 'clock' | 'log'>,
  attemptId: string,
  result: ChargeResult,
): Promise<Settled | undefined> {
  const { attempt, charge, superseded } = await readAttempt(trx, attemptId)
  if (!moves(attempt, result)) return undefined
  if (result.kind === 'succeeded' && result.amountCents !== charge.gross_cents) {
    await noteForOperator(trx, services, {
      kind: 'amount-differs',
      effectKey: `amount-differs ${attemptId}`,
      accountId: charge.account_id,
      provider: attempt.provider,
      ref: result.ref,
      attemptId,
      amountCents: result.amountCents,
    })
    return undefined
  }
  const now = services.clock.now()
  await updateAttempt(trx, attemptId, changeOf(result, now))
  const paid = result.kind === 'succeeded'
  // for a superseded attempt, and for a paid charge, only a payment matters
  if (!paid && (superseded || charge.state === 'succeeded')) return undefined
  if (charge.state !== 'succeeded') {
    const state = storedState(result)
    await updateCharge(trx, charge.id, {
      state,
      settled_at: state === 'failed' || isFinal(state) ? now : null,
    })
  }
  if (result.kind === 'refused') await noteRefusal(trx, services, attempt, charge, result)
  if (!paid) return { attempt, charge, paid }
  await book(
    trx,
    { kind: 'paid', amount: { grossCents: result.amountCents } },
    { accountId: charge.account_id, chargeId: charge.id, subject: attemptId, at: now },
  )
  return { attempt: { ...attempt, provider_ref: result.ref }, charge, paid }
}

/** The operator can act on it: customers do not delete themselves at a provider. */
async function noteRefusal(
  trx: Trx,
  services: Pick<Services, 'clock' | 'log'>,
  attempt: AttemptRow,
  charge: ChargeRow,
  { code, message }: Extract<ChargeResult, { kind: 'refused' }>,
): Promise<void> {
  await noteForOperator(trx, services, {
    kind: 'charge-refused',
    effectKey: `charge-refused ${attempt.id}`,
    accountId: charge.account_id,
    provider: attempt.provider,
    attemptId: attempt.id,
    amountCents: charge.gross_cents,
    because: `${code}: ${message}`,
  })
}

/** A payment for a deleted account: it is refunded in full, and the operator notified. */
async function returnToNobody(
  trx: Trx,
  services: Pick<Services, 'clock' | 'random' | 'log'>,
  attempt: AttemptRow,
  charge: ChargeRow,
): Promise<readonly DecidedStep[]> {
  const { random, clock } = services
  const refundId = random.id()
  await insertRefund(trx, {
    id: refundId,
    attempt,
    reason: 'late',
    amount: { netCents: charge.gross_cents, vatCents: 0 },
    grossCents: charge.gross_cents,
    now: clock.now(),
    real: clock.real(),
  })
  await noteForOperator(trx, services, {
    kind: 'late-payment',
    effectKey: `late-payment ${attempt.id}`,
    accountId: charge.account_id,
    provider: attempt.provider,
    ref: attempt.provider_ref,
    attemptId: attempt.id,
    amountCents: charge.gross_cents,
  })
  return [{ kind: 'refund', refundId }]
}

/** Succeeded is final; declined, refused and given up are final except for a late payment. */
function moves({ state, void_at: givenUp }: AttemptRow, { kind }: ChargeResult): boolean {
  if (state === 'succeeded') return false
  // cancelling continues until it is certain; another attempt may be waiting for it
  if (givenUp && kind === 'processing') return false
  if (state === 'declined' || state === 'failed' || state === 'abandoned') return kind === 'succeeded'
  // an unknown outcome never replaces a known one
  return kind !== 'unknown' || state === 'submitted'
}

function storedState({ kind }: ChargeResult): Exclude<ChargeRow['state'], 'submitted'> {
  if (kind === 'refused') return 'failed'
  return kind === 'cancelled' ? 'abandoned' : kind
}

function changeOf(result: ChargeResult, now: Date): Parameters<typeof updateAttempt>[2] {
  switch (result.kind) {
    case 'succeeded':
      return { state: 'succeeded', provider_ref: result.ref, client_secret: null, settled_at: now }
    case 'declined':
      return {
        state: 'declined',
        provider_ref: result.ref,
        client_secret: null,
        decline_code: result.code,
        decline_message: result.message,
        settled_at: now,
      }
    case 'refused':
      return {
        state: 'failed',
        client_secret: null,
        decline_code: result.code,
        decline_message: result.message,
        settled_at: now,
      }
    case 'needs-action':
      return { state: 'needs-action', provider_ref: result.ref, client_secret: result.clientSecret }
    case 'processing':
      return { state: 'processing', provider_ref: result.ref }
    case 'cancelled':
      return { state: 'abandoned', client_secret: null, settled_at: now }
    case 'unknown':
      return { state: 'unknown' }
  }
}

function newsOf(result: ChargeResult): Exclude<ChargeNews, 'submitted' | 'refunded'> {
  // for the subscription a refusal is a decline: another card helps, or time does
  if (result.kind === 'declined' || result.kind === 'refused')
    return result.hard ? 'declined-hard' : 'declined-soft'
  return result.kind === 'cancelled' ? 'abandoned' : result.kind
}

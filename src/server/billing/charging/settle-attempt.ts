import type { Transaction } from 'kysely'
import type { ChargeNews } from '#domain/billing/charge-machine.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
import type { Amount } from '#domain/money.ts'
import { isBusiness } from '#domain/tax/buyer.ts'
import { lockBilledAccount } from '#server/billing/billing.store.ts'
import { billingContext } from '#server/billing/billing-context.ts'
import type { ChargeFacts } from '#server/billing/charge-facts.ts'
import { noteForOperator } from '#server/billing/payment-notice.store.ts'
import { stateOf } from '#server/billing/subscription-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ChargeResult } from '#server/outside/payment.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { lockWaitingAddresses } from '#server/team/settle-waiting-users.ts'
import { carryOut } from './carry-out.ts'
import {
  type AttemptRow,
  type ChargeRow,
  findAttempt,
  readAttempt,
  updateAttempt,
  updateCharge,
} from './charging.store.ts'
import { book } from './ledger.store.ts'
import { insertRefund } from './refund.store.ts'
import { nothingToDo, storeDecision, type Work } from './store-decision.ts'

/**
 * Writes down how an attempt went, with all that follows: ledger, subscription, invoice and mails in one transaction. The
 * answer to the call, a message of the provider, the recovery and the comparison with its books all end here; whoever comes
 * second finds the attempt settled and changes nothing. What that orders in turn (the next attempt, a refund) follows.
 */
export async function settleAttempt(
  services: Services,
  attemptId: string,
  result: ChargeResult,
): Promise<void> {
  const { database, clock } = services
  const known = await findAttempt(database.db, { id: attemptId })
  if (!known) return
  const serviceMode = await readServiceMode(services)
  const work = await inTransaction(database.db, async (trx): Promise<Work | undefined> => {
    if (result.kind === 'succeeded') await lockWaitingAddresses(trx, known.account_id)
    const account = await lockBilledAccount(trx, known.account_id)
    const { attempt, charge, superseded } = await readAttempt(trx, attemptId)
    if (!moves(attempt, result)) return undefined
    if (result.kind === 'succeeded' && result.amountCents !== charge.gross_cents) {
      await noteForOperator(trx, services, {
        kind: 'amount-differs',
        effectKey: `amount-differs ${attemptId}`,
        accountId: known.account_id,
        provider: attempt.provider,
        ref: result.ref,
        attemptId,
        amountCents: result.amountCents,
      })
      return undefined
    }
    const now = clock.now()
    await updateAttempt(trx, attemptId, changeOf(result, now))
    const paid = result.kind === 'succeeded'
    // only money matters of an attempt that another one has followed, and of a charge that is paid
    if (!paid && (superseded || charge.state === 'succeeded')) return undefined
    if (charge.state !== 'succeeded') {
      const state = result.kind === 'cancelled' ? 'abandoned' : result.kind
      const final = state === 'succeeded' || state === 'declined' || state === 'abandoned'
      await updateCharge(trx, charge.id, { state, settled_at: final ? now : null })
    }
    if (paid) {
      await book(trx, {
        accountId: known.account_id,
        kind: 'captured',
        amountCents: result.amountCents,
        chargeId: charge.id,
        effectKey: `captured ${attemptId}`,
        at: now,
      })
    }
    const paidBy = paid ? { ...attempt, provider_ref: result.ref } : undefined
    if (!account) return paidBy && returnToNobody(trx, services, paidBy, charge)
    const context = billingContext(services, serviceMode, account)
    const before = stateOf(account.subscription, !isBusiness(account))
    const news = newsOf(result)
    const event = { type: 'charge-answered', key: charge.key, attempt: attempt.number, news } as const
    const decision = decide(before, { ...event, amount: amountOf(charge) }, context)
    if (!decision.ok) throw new Error(`an answer of a provider was refused: ${decision.problem}`)
    return decision.next === before && !decision.refunds
      ? undefined
      : storeDecision(trx, services, account, decision, context.vat, paidBy)
  })
  if (work) await carryOut(services, known.account_id, work)
}

/** Money for an account that is gone: it goes back whole, and the operator is told. */
async function returnToNobody(
  trx: Transaction<Tables>,
  services: Services,
  attempt: AttemptRow,
  charge: ChargeRow,
): Promise<Work> {
  const { random, clock } = services
  const id = await insertRefund(trx, {
    id: random.id(),
    attempt,
    reason: 'late',
    amount: amountOf(charge),
    now: clock.now(),
    real: clock.real(),
  })
  await noteForOperator(trx, services, {
    kind: 'late-payment',
    effectKey: `late-payment ${attempt.id}`,
    accountId: charge.account_id,
    provider: attempt.provider,
    ref: attempt.provider_ref ?? undefined,
    attemptId: attempt.id,
    amountCents: charge.gross_cents,
  })
  return { ...nothingToDo, refundIds: id === undefined ? [] : [id] }
}

/** The rate is the one that was frozen with the charge: cents alone do not tell it. */
function amountOf({ net_cents: netCents, vat_cents: vatCents, gross_cents, facts }: ChargeRow): Amount {
  const { basisPoints: vatBasisPoints } = (facts as ChargeFacts).vat
  return { netCents, vatCents, grossCents: gross_cents, vatBasisPoints }
}

/** Succeeded is final; declined and given up are so but for money that came all the same. */
function moves({ state, void_at: givenUp }: AttemptRow, { kind }: ChargeResult): boolean {
  if (state === 'succeeded') return false
  // it goes on being cancelled until that is certain; another attempt may be waiting for it
  if (givenUp && (kind === 'processing' || kind === 'unknown')) return false
  if (state === 'declined' || state === 'abandoned') return kind === 'succeeded'
  if (state === 'needs-action' || state === 'processing') return kind !== state && kind !== 'unknown'
  return kind !== state
}

function changeOf(result: ChargeResult, now: Date): Parameters<typeof updateAttempt>[2] {
  switch (result.kind) {
    case 'succeeded':
      return { state: 'succeeded', provider_ref: result.ref, client_secret: null, settled_at: now }
    case 'declined':
      return {
        state: 'declined',
        ...(result.ref !== undefined && { provider_ref: result.ref }),
        client_secret: null,
        decline_code: result.code,
        decline_message: result.message ?? null,
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
  if (result.kind === 'declined') return result.hard ? 'declined-hard' : 'declined-soft'
  return result.kind === 'cancelled' ? 'abandoned' : result.kind
}

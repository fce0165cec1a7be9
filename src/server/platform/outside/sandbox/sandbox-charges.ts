import { createHash } from 'node:crypto'
import type {
  ChargeOrder,
  ChargeResult,
  PaymentEvent,
  PaymentProvider,
} from '#server/platform/outside/payment.ts'
import { findMethod } from './sandbox-card.store.ts'
import * as store from './sandbox-charge.store.ts'
import type { SandboxContext } from './sandbox-context.ts'
import { ensureRefund, findDispute, findSandboxRefund } from './sandbox-refund.store.ts'
import { declineMessage, type TestCard, testCard } from './test-cards.ts'

type Charges = Pick<
  PaymentProvider,
  'charge' | 'findCharge' | 'cancelCharge' | 'refund' | 'findRefund' | 'findDispute'
>

/** Charges stored cards, and refunds charges. */
export function sandboxCharges(context: SandboxContext): Charges {
  const { db, clock, newId, fault, noAnswer, send } = context
  return {
    charge: (order) => charge(context, order),

    async findCharge({ ref, attemptId, customer }) {
      const found = await store.findSandboxCharge(db, ref ? { ref } : { attemptId })
      return found && found.customer === customer ? resultOf(found) : 'none'
    },

    async cancelCharge(ref) {
      const cancelled = await store.cancelCharge(db, ref)
      return cancelled ? resultOf(cancelled) : { kind: 'unknown', reason: 'no such charge' }
    },

    async refund({ refundId, ref: chargeRef, amountCents, idempotencyKey }) {
      if ((await fault()) === 'hang') return noAnswer()
      const made = await ensureRefund(db, {
        ref: newId('re'),
        refundId,
        chargeRef,
        amountCents,
        idempotencyKey,
        createdAt: clock.real(),
      })
      if (!made) return { kind: 'failed', code: 'charge_already_refunded' }
      if (made.isNew) await send('refund.succeeded', { kind: 'refund', ref: made.ref, chargeRef })
      return (await fault()) === 'charge-then-hang' ? noAnswer() : { kind: 'succeeded', ref: made.ref }
    },

    findRefund: async (ref) => (await findSandboxRefund(db, ref)) ?? 'none',
    findDispute: async (ref) => (await findDispute(db, ref)) ?? 'none',
  }
}

/** The card holder's answer to the bank for a pending charge; undefined if none was requested. */
export async function answerCharge(
  { db, send }: SandboxContext,
  clientSecret: string,
  approve: boolean,
): Promise<'succeeded' | 'failed' | undefined> {
  const charge = await store.storeAnswer(db, clientSecret, approve)
  if (!charge) return undefined
  await send(`charge.${charge.state}`, aboutCharge(charge))
  return approve ? 'succeeded' : 'failed'
}

async function charge(context: SandboxContext, order: ChargeOrder): Promise<ChargeResult> {
  const { db, clock, newId, fault, noAnswer, send } = context
  const wrong = await fault()
  if (wrong === 'hang') return noAnswer()
  const orderHash = hashOf(order)
  const method = await findMethod(db, order.method)
  const known = method && testCard(method.number)
  if (!method || !known || method.detached || method.customer !== order.customer) {
    return { kind: 'refused', code: 'no_such_method', hard: true, message: declineMessage('') }
  }
  const { charge, isNew } = await store.ensureSandboxCharge(db, {
    ref: newId('pi'),
    customer: order.customer,
    method: order.method,
    attemptId: order.attemptId,
    amountCents: order.amountCents,
    clientSecret: newId('pi_secret'),
    idempotencyKey: order.idempotencyKey,
    orderHash,
    createdAt: clock.real(),
    ...outcomeOf(known, wrong === 'decline'),
  })
  if (!charge.order_hash.equals(orderHash)) {
    return { kind: 'unknown', reason: 'the idempotency key was used for another order' }
  }
  if (isNew) await send(`charge.${charge.state}`, aboutCharge(charge))
  return wrong === 'charge-then-hang' ? noAnswer() : resultOf(charge)
}

/** The outcome of a charge by the bank of a card. */
function outcomeOf(known: TestCard, declining: boolean): Pick<store.NewCharge, 'state' | 'code'> {
  if (declining) return { state: 'declined', code: 'card_declined' }
  if (known.charge === 'succeeds') return { state: 'succeeded', code: null }
  if (known.charge === 'asks') return { state: 'needs-action', code: null }
  return { state: 'declined', code: known.charge.code }
}

function resultOf(charge: store.ChargeRow): ChargeResult {
  const { ref } = charge
  switch (charge.state) {
    case 'succeeded':
      return { kind: 'succeeded', ref, amountCents: charge.amount_cents }
    case 'needs-action':
      return { kind: 'needs-action', ref, clientSecret: charge.client_secret }
    case 'cancelled':
      return { kind: 'cancelled', ref }
    case 'declined': {
      const code = charge.code ?? 'card_declined'
      return { kind: 'declined', ref, code, hard: code === 'expired_card', message: declineMessage(code) }
    }
  }
}

function aboutCharge(charge: store.ChargeRow): PaymentEvent['about'] {
  return { kind: 'charge', ref: charge.ref, attemptId: charge.attempt_id }
}

/** Hash of the order that an idempotency key belongs to. */
function hashOf({ customer, method, amountCents, currency, attemptId }: ChargeOrder): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([customer, method, amountCents, currency, attemptId]))
    .digest()
}

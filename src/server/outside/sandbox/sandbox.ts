import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/database/database.ts'
import { readSetting, writeSetting } from '#server/database/setting.store.ts'
import type {
  ChargeOrder,
  ChargeResult,
  Movement,
  PaymentEvent,
  PaymentProvider,
  RefundOrder,
  SetupState,
  Unknown,
} from '#server/outside/payment.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Random } from '#server/runtime/random.ts'
import * as books from './sandbox.store.ts'
import { aboutCharge, cardOf, expiryMonth, hashOf, outcomeOf, resultOf } from './sandbox-answers.ts'
import { createSandboxDesk, type SandboxDesk } from './sandbox-desk.ts'
import { createSignature, type Signature } from './sandbox-signature.ts'
import { declineMessage, testCard } from './test-cards.ts'

/** What can be made to go wrong. */
const sandboxFaults = ['none', 'decline', 'hang', 'charge-then-hang', 'duplicate', 'reorder'] as const
export type SandboxFault = (typeof sandboxFaults)[number]

/** A payment provider of the demo and the tests, with the card holder's and the bank's side of it. */
export type Sandbox = PaymentProvider & {
  readonly name: 'sandbox'
  /** What its own staff does. */
  readonly desk: SandboxDesk
  /** An event as it would be sent by the network. */
  sign: Signature['sign']
  /** The card form: `fault` names the field that the form has to mend. */
  enterCard(card: EnteredCard): Promise<EnteredOutcome>
  /** What the card holder answers their bank, at a set-up or a charge; undefined for an unknown secret. */
  answerBank(clientSecret: string, approve: boolean): Promise<'succeeded' | 'failed' | undefined>
  fault(): Promise<SandboxFault>
  setFault(fault: SandboxFault): Promise<void>
}

type EnteredCard = {
  readonly clientSecret: string
  readonly number: string
  /** `MM/YY` */
  readonly expires: string
  readonly cvc: string
}
type EnteredOutcome =
  | { readonly setup: string; readonly status: 'succeeded' | 'requires-action' }
  | { readonly fault: 'clientSecret' | 'number' | 'expires' | 'cvc' }
  | { readonly declined: string }

/**
 * The sandbox keeps its books in the house's database, in transactions of its own, as another company would: what it
 * took is taken even when the answer is lost. It lives on the real clock.
 * @param timeoutMs how long a caller waits for an answer that does not come
 */
export function createSandbox({
  database,
  clock,
  random,
  timeoutMs = 5_000,
}: {
  database: Database
  clock: Clock
  random: Random
  timeoutMs?: number
}): Sandbox {
  const { db } = database
  const fresh = (kind: string) => `${kind}_${random.token().replace(/[-_]/g, '').slice(0, 24)}`
  let deliver: ((event: PaymentEvent) => Promise<void>) | undefined
  let held: PaymentEvent | undefined

  const fault = async (): Promise<SandboxFault> => {
    const stored = await readSetting(db, 'sandbox-fault')
    return sandboxFaults.find((known) => known === stored) ?? 'none'
  }

  const tell = async (type: string, about: PaymentEvent['about']): Promise<void> => {
    const event: PaymentEvent = { id: fresh('evt'), type, about, createdAt: clock.real() }
    await books.insertEvent(db, event)
    if (!deliver) return
    const wrong = await fault()
    if (wrong === 'reorder' && !held) {
      held = event
      return
    }
    const due = [event, ...(wrong === 'duplicate' ? [event] : []), ...(held ? [held] : [])]
    held = undefined
    // nobody listening changes what happened; the house finds out when it compares the books
    for (const one of due) await deliver(one).catch(() => {})
  }

  const desk = createSandboxDesk({ db, clock, fresh, tell })
  const signature = createSignature({ clock, secret: random.token() })

  const lost = async (): Promise<Unknown> => {
    await wait(timeoutMs)
    return { kind: 'unknown', reason: 'the sandbox did not answer in time' }
  }

  return {
    name: 'sandbox',
    fault,
    setFault: (wanted) => writeSetting(db, 'sandbox-fault', wanted),
    listen: (to) => {
      deliver = to
    },

    async ensureCustomer({ accountId }) {
      return books.ensureCustomer(db, { accountId, ref: fresh('cus') })
    },

    async createSetup({ customer, idempotencyKey }) {
      const setup = await books.ensureSetup(db, {
        ref: fresh('seti'),
        customer,
        clientSecret: fresh('seti_secret'),
        idempotencyKey,
      })
      return { id: setup.ref, clientSecret: setup.client_secret }
    },

    async readSetup(ref): Promise<SetupState | undefined> {
      const setup = await books.findSetup(db, { ref })
      if (!setup) return undefined
      const method = setup.method ? await books.findMethod(db, setup.method) : undefined
      return {
        kind: setup.state,
        customer: setup.customer,
        ...(method && setup.state === 'succeeded' && { card: cardOf(method) }),
        ...(setup.message !== null && { message: setup.message }),
      }
    },

    async readMethod({ customer, method }) {
      const found = await books.findMethod(db, method)
      return found && found.customer === customer && !found.detached ? cardOf(found) : undefined
    },

    async charge(order: ChargeOrder): Promise<ChargeResult> {
      const wrong = await fault()
      if (wrong === 'hang') return lost()
      const orderHash = hashOf(order)
      const method = await books.findMethod(db, order.method)
      const known = method && testCard(method.number)
      if (!method || !known || method.detached || method.customer !== order.customer) {
        return { kind: 'declined', code: 'no_such_method', hard: true, message: declineMessage('') }
      }
      const { charge, isNew } = await books.ensureCharge(db, {
        ref: fresh('pi'),
        customer: order.customer,
        method: order.method,
        attemptId: order.attemptId,
        amountCents: order.amountCents,
        clientSecret: fresh('pi_secret'),
        idempotencyKey: order.idempotencyKey,
        orderHash,
        createdAt: clock.real(),
        ...outcomeOf(known, wrong === 'decline'),
      })
      if (!charge.order_hash.equals(orderHash)) {
        return { kind: 'unknown', reason: 'the idempotency key was used for another order' }
      }
      if (isNew) await tell(`charge.${charge.state}`, aboutCharge(charge))
      return wrong === 'charge-then-hang' ? lost() : resultOf(charge)
    },

    async findCharge({ ref, attemptId, customer }) {
      const found = await books.findCharge(db, ref ? { ref } : { attemptId })
      return found && found.customer === customer ? resultOf(found) : 'none'
    },

    async cancelCharge(ref) {
      const cancelled = await books.cancelCharge(db, ref)
      if (!cancelled) return { kind: 'unknown', reason: 'no such charge' }
      return resultOf(cancelled)
    },

    async refund(order: RefundOrder) {
      if ((await fault()) === 'hang') return lost()
      const made = await books.ensureRefund(db, {
        ref: fresh('re'),
        refundId: order.refundId,
        chargeRef: order.ref,
        amountCents: order.amountCents,
        idempotencyKey: order.idempotencyKey,
        createdAt: clock.real(),
      })
      if (!made) return { kind: 'failed', code: 'charge_already_refunded' }
      if (made.isNew) await tell('refund.succeeded', { kind: 'refund', ref: made.ref, chargeRef: order.ref })
      return (await fault()) === 'charge-then-hang' ? lost() : { kind: 'succeeded', ref: made.ref }
    },

    findRefund: async (ref) => (await desk.findRefund(ref)) ?? 'none',
    findDispute: async (ref) => (await desk.findDispute(ref)) ?? 'none',
    detach: (method) => books.detachMethod(db, method),
    forgetCustomer: (customer) => books.deleteCustomer(db, customer),
    // its events come by `listen`; this is for whoever sends one as others would
    parseWebhook: ({ headers }, rawBody) => signature.read(headers['sandbox-signature'], rawBody),
    sign: signature.sign,
    desk,
    eventsSince: (since) => books.eventsSince(db, since),
    movementsSince: (since): Promise<readonly Movement[]> => books.movementsSince(db, since),

    async enterCard({ clientSecret, number, expires, cvc }) {
      const setup = await books.findSetup(db, { clientSecret })
      if (!setup || setup.state === 'succeeded') return { fault: 'clientSecret' }
      const known = testCard(number.replace(/[\s-]/g, ''))
      if (!known) return { fault: 'number' }
      const month = expiryMonth(expires)
      if (!month || month < clock.now().toISOString().slice(0, 7)) return { fault: 'expires' }
      if (!/^\d{3,4}$/.test(cvc.trim())) return { fault: 'cvc' }
      if (known.setup === 'declined') {
        const message = declineMessage('card_declined')
        await books.settleSetup(db, setup.ref, { state: 'declined', method: null, message })
        return { declined: message }
      }
      const method = fresh('pm')
      await books.insertMethod(db, {
        ref: method,
        customer: setup.customer,
        number: known.number,
        expires: month,
      })
      const state = known.setup === 'asks' ? 'requires-action' : 'succeeded'
      await books.settleSetup(db, setup.ref, { state, method, message: null })
      return { setup: setup.ref, status: state }
    },

    async answerBank(clientSecret, approve) {
      const setup = await books.findSetup(db, { clientSecret })
      if (setup) {
        if (setup.state !== 'requires-action') return undefined
        const message = approve ? null : declineMessage('authentication_failed')
        await books.settleSetup(db, setup.ref, {
          state: approve ? 'succeeded' : 'declined',
          method: setup.method,
          message,
        })
        return approve ? 'succeeded' : 'failed'
      }
      const charge = await books.answerCharge(db, clientSecret, approve)
      if (!charge) return undefined
      await tell(`charge.${charge.state}`, aboutCharge(charge))
      return approve ? 'succeeded' : 'failed'
    },
  }
}

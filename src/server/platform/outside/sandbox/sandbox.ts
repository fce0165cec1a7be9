import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/platform/database/database.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { PaymentProvider } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import {
  answerSetup,
  type EnteredCard,
  type EnteredOutcome,
  enterCard,
  sandboxCards,
} from './sandbox-cards.ts'
import { answerCharge, sandboxCharges } from './sandbox-charges.ts'
import { type SandboxContext, type SandboxFault, sandboxFaults } from './sandbox-context.ts'
import { eventsSince, movementsSince } from './sandbox-event.store.ts'
import { createSandboxEvents, createSignature, type Signature } from './sandbox-events.ts'
import { closeDispute, ensureRefund, findDispute, insertDispute } from './sandbox-refund.store.ts'

/** The payment provider of demo and tests, including the card holder's and the bank's side. */
export type Sandbox = PaymentProvider & {
  readonly name: 'sandbox'
  /** Actions of the provider's staff. */
  readonly dashboard: SandboxDashboard
  /** Signs an event as sent over the network. */
  sign: Signature['sign']
  enterCard(card: EnteredCard): Promise<EnteredOutcome>
  /** The card holder's answer to the bank, for a set-up or a charge; undefined if none was requested. */
  answerBank(clientSecret: string, approve: boolean): Promise<'succeeded' | 'failed' | undefined>
  fault(): Promise<SandboxFault>
  setFault(fault: SandboxFault): Promise<void>
}

/**
 * The sandbox stores its books in the site's database, but in separate transactions, like another company: a charge
 * stays even when its answer is lost. It uses the real clock.
 * @param timeoutMs how long a caller waits for a lost answer
 */
export function createSandbox({
  database: { db },
  clock,
  random,
  timeoutMs = 5_000,
}: {
  database: Database
  clock: Clock
  random: Random
  timeoutMs?: number
}): Sandbox {
  const newId = (kind: string) => `${kind}_${random.token().replace(/[-_]/g, '').slice(0, 24)}`
  const fault = async (): Promise<SandboxFault> => {
    const stored = await readSetting(db, 'sandbox-fault')
    return sandboxFaults.find((known) => known === stored) ?? 'none'
  }
  const { listen, send } = createSandboxEvents({ db, clock, newId, fault })
  const noAnswer: SandboxContext['noAnswer'] = async () => {
    await wait(timeoutMs)
    return { kind: 'unknown', reason: 'the sandbox did not answer in time' }
  }
  const context: SandboxContext = { db, clock, newId, fault, noAnswer, send }
  const signature = createSignature({ clock, random })
  return {
    name: 'sandbox',
    mode: 'test',
    ...sandboxCards(context),
    ...sandboxCharges(context),
    listen,
    // its events arrive by `listen`; this is for tests that send webhooks
    parseWebhook: ({ headers }, rawBody) => signature.read(headers['sandbox-signature'], rawBody),
    sign: signature.sign,
    eventsSince: (since) => eventsSince(db, since),
    movementsSince: (since) => movementsSince(db, since),
    dashboard: createSandboxDashboard(context),
    enterCard: (card) => enterCard(context, card),
    answerBank: async (clientSecret, approve) =>
      (await answerSetup(context, clientSecret, approve)) ??
      (await answerCharge(context, clientSecret, approve)),
    fault,
    setFault: (wanted) => writeSetting(db, 'sandbox-fault', wanted),
  }
}

/** Actions at the provider outside the site: refunds by its staff, reversals by banks. */
type SandboxDashboard = {
  /** Refunds a charge in part or in full; undefined when the amount exceeds the rest. */
  giveBack(chargeRef: string, amountCents: number): Promise<string | undefined>
  /** Opens a dispute of a charge; returns its reference. */
  dispute(chargeRef: string, amountCents: number): Promise<string>
  closeDispute(ref: string, state: 'won' | 'lost'): Promise<void>
}

function createSandboxDashboard({ db, clock, newId, send }: SandboxContext): SandboxDashboard {
  return {
    async giveBack(chargeRef, amountCents) {
      const made = await ensureRefund(db, {
        ref: newId('re'),
        chargeRef,
        refundId: null,
        amountCents,
        idempotencyKey: newId('dashboard'),
        createdAt: clock.real(),
      })
      if (made) await send('refund.succeeded', { kind: 'refund', ref: made.ref, chargeRef })
      return made?.ref
    },
    async dispute(chargeRef, amountCents) {
      const ref = newId('dp')
      await insertDispute(db, { ref, chargeRef, amountCents, createdAt: clock.real() })
      await send('dispute.open', { kind: 'dispute', ref, chargeRef })
      return ref
    },
    async closeDispute(ref, state) {
      await closeDispute(db, ref, state)
      const chargeRef = (await findDispute(db, ref))?.chargeRef
      await send(`dispute.${state}`, { kind: 'dispute', ref, chargeRef })
    },
  }
}

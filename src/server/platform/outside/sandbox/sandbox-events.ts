import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { SandboxContext } from './sandbox-context.ts'
import { insertEvent } from './sandbox-event.store.ts'

type Deliver = (event: PaymentEvent) => Promise<void>

export type SandboxEvents = Pick<SandboxContext, 'send'> & { listen(deliver: Deliver): void }

/** Stores events and delivers them, duplicated or reordered if that fault is simulated. */
export function createSandboxEvents({
  db,
  clock,
  newId,
  fault,
}: Pick<SandboxContext, 'db' | 'clock' | 'newId' | 'fault'>): SandboxEvents {
  let deliver: Deliver | undefined
  let held: PaymentEvent | undefined
  return {
    listen: (to) => {
      deliver = to
    },
    async send(type, about) {
      const event: PaymentEvent = { id: newId('evt'), type, about, createdAt: clock.real() }
      await insertEvent(db, event)
      if (!deliver) return
      const wrong = await fault()
      if (wrong === 'reorder' && !held) {
        held = event
        return
      }
      const due = [event, ...(wrong === 'duplicate' ? [event] : []), ...(held ? [held] : [])]
      held = undefined
      // an undelivered event stays stored; reconciliation finds it
      for (const one of due) await deliver(one).catch(() => {})
    },
  }
}

export type Signature = {
  /** Returns body and header `sandbox-signature` of a webhook. */
  sign(event: PaymentEvent): { readonly body: string; readonly signature: string }
  /** Verifies a webhook; undefined where the signature is invalid or too old. */
  read(header: string | string[] | undefined, rawBody: Buffer): PaymentEvent | undefined
}

/** Maximum age of a signature in milliseconds, against replay of recorded webhooks. */
const validMs = 300_000

/** Signs webhooks like Stripe: a timestamp, and an HMAC over timestamp and body. */
export function createSignature({ clock, random }: { clock: Clock; random: Random }): Signature {
  const secret = random.token()
  const hashOf = (time: string, body: string | Buffer) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return {
    sign(event) {
      const body = JSON.stringify(event)
      const time = String(clock.real().getTime())
      return { body, signature: `t=${time},v1=${hashOf(time, body).toString('hex')}` }
    },
    read(header, rawBody) {
      const [, time = '', hash = ''] = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(String(header ?? '')) ?? []
      if (time === '' || !timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(time, rawBody))) return undefined
      if (Math.abs(clock.real().getTime() - Number(time)) > validMs) return undefined
      const event = JSON.parse(rawBody.toString()) as PaymentEvent & { createdAt: string }
      return { ...event, createdAt: new Date(event.createdAt) }
    },
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { SandboxContext } from './sandbox-context.ts'
import { insertEvent } from './sandbox-event.store.ts'

type Deliver = (event: PaymentEvent) => Promise<void>

export type SandboxEvents = Pick<SandboxContext, 'send'> & { listen(deliver: Deliver): void }

/** Stores events and delivers them, twice or in another order where that fault is set. */
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
      // what happened stays true when nobody listens; the site finds out when it compares the books
      for (const one of due) await deliver(one).catch(() => {})
    },
  }
}

export type Signature = {
  /** The body and the header `sandbox-signature` of a webhook. */
  sign(event: PaymentEvent): { readonly body: string; readonly signature: string }
  /** The event of a webhook; undefined where the signature is not ours, or too old. */
  read(header: string | string[] | undefined, rawBody: Buffer): PaymentEvent | undefined
}

/** How old a signature may be, so that a recorded webhook cannot be replayed. */
const validMs = 300_000

/** Signs webhooks as Stripe does: the time, and an HMAC over time and bytes. */
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

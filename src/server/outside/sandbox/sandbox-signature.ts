import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentEvent } from '#server/outside/payment.ts'
import type { Clock } from '#server/runtime/clock.ts'

export type Signature = {
  /** The body and the header `sandbox-signature` of a message. */
  sign(event: PaymentEvent): { readonly body: string; readonly signature: string }
  /** The event of a message; undefined where the signature is not ours, or too old. */
  read(header: string | string[] | undefined, rawBody: Buffer): PaymentEvent | undefined
}

/** How old a signature may be, so that a message that somebody has kept is worth nothing. */
const validMs = 300_000

/** Signs the sandbox's messages, in the manner of Stripe: the time and an HMAC over time and bytes. */
export function createSignature({ clock, secret }: { clock: Clock; secret: string }): Signature {
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

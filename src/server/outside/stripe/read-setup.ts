import type * as z from 'zod/mini'
import type { CardOnFile, SetupState, Unknown } from '#server/outside/payment.ts'
import { Method, Setup } from './stripe-shapes.ts'

/** How the storing of a card stands (with its payment method expanded). */
export function readSetup(body: unknown, livemode: boolean): SetupState | Unknown {
  const read = Setup.safeParse(body)
  if (!read.success || read.data.livemode !== livemode) return { kind: 'unknown', reason: 'no set-up' }
  const { customer, status, payment_method: method, last_setup_error: failure } = read.data
  const message = failure?.message ? { message: failure.message } : {}
  const kind = kindOf(status, failure !== null && failure !== undefined)
  if (kind !== 'succeeded') return { kind, customer: customer ?? '', ...message }
  if (!method || typeof method === 'string') return { kind: 'unknown', reason: 'a set-up without its card' }
  return { kind, customer: customer ?? '', card: cardOf(method) }
}

/** The card of a payment method; undefined where it is not that customer's. */
export function readMethod(
  body: unknown,
  { customer, livemode }: { customer: string; livemode: boolean },
): CardOnFile | undefined | Unknown {
  const read = Method.safeParse(body)
  if (!read.success || read.data.livemode !== livemode) return { kind: 'unknown', reason: 'no card' }
  return read.data.customer === customer ? cardOf(read.data) : undefined
}

function kindOf(status: string, failed: boolean): SetupState['kind'] {
  if (status === 'succeeded') return 'succeeded'
  if (status === 'requires_action') return 'requires-action'
  return failed || status === 'canceled' ? 'declined' : 'open'
}

function cardOf({ id, card }: z.output<typeof Method>): CardOnFile {
  const expires = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return { method: id, brand: card.brand, last4: card.last4, expires }
}

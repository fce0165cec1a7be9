import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Movement, PaymentEvent, PaymentProvider, Unknown } from '#server/platform/outside/payment.ts'
import type { StripeContext } from './ask-stripe.ts'
import { listAll } from './list-all.ts'
import { eventTypes, readEvent } from './read-event.ts'
import { Charge, paidHere, Refund } from './stripe-shapes.ts'

type History = Pick<PaymentProvider, 'parseWebhook' | 'eventsSince' | 'movementsSince' | 'now'>

/** Stripe's events, and queries of past payments. */
export function stripeHistory(context: StripeContext): History {
  const { ask } = context
  return {
    parseWebhook: ({ headers }, rawBody) => parseWebhook(context, headers['stripe-signature'], rawBody),
    eventsSince: (since) => eventsSince(context, since),
    movementsSince: (since) => movementsSince(context, since),

    async now() {
      const asked = await ask(({ events }) => events.list({ limit: 1 }))
      const read = asked.kind === 'answer' ? Dated.safeParse(asked.body) : undefined
      return read?.success ? new Date(read.data.lastResponse.headers.date) : undefined
    },
  }
}

/** Maximum age of a signature in seconds: Stripe signs each retry again. */
const signatureLives = 300

function parseWebhook(
  context: StripeContext,
  signature: string | string[] | undefined,
  rawBody: Buffer,
): PaymentEvent | undefined {
  const { clock, webhookSecret } = context
  if (webhookSecret === undefined || typeof signature !== 'string') return undefined
  const now = clock.real().getTime()
  try {
    const event = Stripe.webhooks.constructEvent(
      rawBody,
      signature,
      webhookSecret,
      signatureLives,
      undefined,
      now,
    )
    return readEvent(event, context)
  } catch {
    return undefined
  }
}

async function eventsSince(context: StripeContext, since: Date): Promise<readonly PaymentEvent[] | Unknown> {
  const types = [...eventTypes]
  const all = await listAll(context.ask, z.unknown(), ({ events }, paging) =>
    events.list({ types, ...createdSince(since), ...paging }),
  )
  if ('kind' in all) return all
  const read = all.map((event) => readEvent(event, context))
  if (!read.every((event): event is PaymentEvent => event !== undefined))
    return { kind: 'unknown', reason: 'a list with something else in it' }
  return read.filter(({ about }) => about.kind !== 'other').toReversed()
}

async function movementsSince(
  { ask, installation }: StripeContext,
  since: Date,
): Promise<readonly Movement[] | Unknown> {
  const asked = { expand: ['data.payment_intent'], ...createdSince(since) }
  const charges = await listAll(ask, Charge, (client, paging) => client.charges.list({ ...asked, ...paging }))
  if ('kind' in charges) return charges
  const refunds = await listAll(ask, Refund, (client, paging) => client.refunds.list({ ...asked, ...paging }))
  if ('kind' in refunds) return refunds
  return [
    ...charges.flatMap((one) => movementOf('charge', one, installation)),
    ...refunds.flatMap((one) => movementOf('refund', one, installation)),
  ]
}

function movementOf(
  kind: Movement['kind'],
  { id, status, payment_intent, amount, created }: Charge | Refund,
  installation: string,
): Movement[] {
  const payment = paidHere(payment_intent, installation)
  if (status !== 'succeeded' || !payment) return []
  const ref = kind === 'charge' ? payment.id : id
  const { attempt: attemptId } = payment.metadata
  return [{ kind, ref, attemptId, amountCents: amount, at: new Date(created * 1000) }]
}

function createdSince(since: Date): { created: { gte: number } } {
  return { created: { gte: Math.floor(since.getTime() / 1000) } }
}

/** Metadata that the SDK adds to each answer: the time at which Stripe sent it (RFC 9110, section 6.6.1). */
const Dated = z.object({
  object: z.literal('list'),
  lastResponse: z.object({
    headers: z.object({ date: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))) }),
  }),
})

import Stripe from 'stripe'
import * as z from 'zod/mini'
import type { Movement, PaymentEvent, PaymentProvider } from '#server/outside/payment.ts'
import { listAll } from './list-all.ts'
import { eventTypes, readEvent } from './read-event.ts'
import type { StripeContext } from './stripe.ts'
import { Charge, Refund } from './stripe-shapes.ts'

type History = Pick<PaymentProvider, 'parseWebhook' | 'eventsSince' | 'movementsSince' | 'now'>

/** How old a signature may be, in seconds: Stripe signs each try anew. */
const signatureLives = 300

/** What Stripe tells, and what it can be asked about afterwards. */
export function stripeHistory(context: StripeContext): History {
  const { ask, clock, installation, webhookSecret } = context
  const { webhooks } = Stripe
  const sinceOf = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) } })
  const isOurs = (payment: Payment): payment is Extract<Payment, object> =>
    typeof payment === 'object' && payment?.metadata.installation === installation

  return {
    parseWebhook({ headers }, rawBody) {
      const signature = headers['stripe-signature']
      if (webhookSecret === undefined || typeof signature !== 'string') return undefined
      try {
        const now = clock.real().getTime()
        const event = webhooks.constructEvent(
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
    },

    async eventsSince(since) {
      const types = [...eventTypes]
      const all = await listAll(ask, z.unknown(), ({ events }, paging) =>
        events.list({ types, ...sinceOf(since), ...paging }),
      )
      if ('kind' in all) return all
      const read = all.map((event) => readEvent(event, context))
      if (!read.every((event): event is PaymentEvent => event !== undefined))
        return { kind: 'unknown', reason: 'a list with something else in it' }
      return read.filter(({ about }) => about.kind !== 'other').toReversed()
    },

    async now() {
      const asked = await ask(({ events }) => events.list({ limit: 1 }))
      const read = asked.kind === 'answer' ? Dated.safeParse(asked.body) : undefined
      return read?.success ? new Date(read.data.lastResponse.headers.date) : undefined
    },

    async movementsSince(since) {
      const expand = ['data.payment_intent']
      const charges = await listAll(ask, Charge, (client, paging) =>
        client.charges.list({ expand, ...sinceOf(since), ...paging }),
      )
      if ('kind' in charges) return charges
      const refunds = await listAll(ask, Refund, (client, paging) =>
        client.refunds.list({ expand, ...sinceOf(since), ...paging }),
      )
      if ('kind' in refunds) return refunds
      return [
        ...charges.flatMap((one) => moved('charge', one)),
        ...refunds.flatMap((one) => moved('refund', one)),
      ]
    },
  }

  function moved(kind: Movement['kind'], one: z.output<typeof Charge> | Refund): Movement[] {
    const { status, payment_intent: payment } = one
    if (status !== 'succeeded' || !isOurs(payment)) return []
    return [
      {
        kind,
        ref: kind === 'charge' ? payment.id : one.id,
        attemptId: payment.metadata.attempt,
        amountCents: one.amount,
        at: new Date(one.created * 1000),
      },
    ]
  }
}

/** What the SDK adds to each answer: here the time at which Stripe sent it (RFC 9110, section 6.6.1). */
const Dated = z.object({
  object: z.literal('list'),
  lastResponse: z.object({
    headers: z.object({ date: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))) }),
  }),
})

type Payment = z.output<typeof Charge>['payment_intent']

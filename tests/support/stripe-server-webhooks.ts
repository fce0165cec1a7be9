import { createHmac } from 'node:crypto'
import type { StripeEvent } from './stripe-server-books.ts'

/** Takes a webhook and returns its status: `fetch`, or the `inject` of a site in this process. */
type WebhookTarget = (request: {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => Promise<number>

/** Stripe's sender of webhooks. It keeps events until told to send them, in the way a test wants. */
export type WebhookSender = {
  readonly secret: string
  /** Events not sent yet, oldest first. */
  readonly pending: readonly StripeEvent[]
  target: WebhookTarget | undefined
  /** Signs an event as it would be sent now, or so many seconds ago. */
  request(event: StripeEvent, secondsAgo?: number): Parameters<WebhookTarget>[0]
  /** Sends pending events; returns the statuses. Events without a 2xx stay pending, as Stripe retries them. */
  send(how?: {
    /** Each so many times; 1 unless given. */
    readonly times?: number
    /** Newest first, instead of oldest first. */
    readonly reversed?: boolean
    /** All at once, instead of one after the other. */
    readonly atOnce?: boolean
    /** Only these; the rest stays pending. */
    readonly only?: (event: StripeEvent) => boolean
  }): Promise<number[]>
  /** Drops pending events: they never arrive. */
  drop(which?: (event: StripeEvent) => boolean): void
}

export function createWebhookSender(real: () => Date): WebhookSender & { add(event: StripeEvent): void } {
  let pending: StripeEvent[] = []
  const sender: WebhookSender & { add(event: StripeEvent): void } = {
    secret: 'whsec_of_the_tests_0123456789abcdef',
    target: undefined,
    get pending() {
      return pending
    },
    add: (event) => {
      pending.push(event)
    },
    request(event, secondsAgo = 0) {
      const body = JSON.stringify(event)
      const time = Math.floor(real().getTime() / 1000) - secondsAgo
      const signature = createHmac('sha256', sender.secret).update(`${time}.${body}`).digest('hex')
      return {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${time},v1=${signature}`,
        },
        body,
      }
    },
    async send({ times = 1, reversed = false, atOnce = false, only = () => true } = {}) {
      const { target } = sender
      if (!target) throw new Error('nobody takes the webhooks: set `target`')
      const chosen = pending.filter(only)
      pending = pending.filter((event) => !chosen.includes(event))
      const order = (reversed ? chosen.toReversed() : chosen).flatMap((event) => Array(times).fill(event))
      const statuses: number[] = []
      const deliver = async (event: StripeEvent) => {
        const status = await target(sender.request(event)).catch(() => 0)
        statuses.push(status)
        if (!(status >= 200 && status < 300) && !pending.includes(event)) pending.push(event)
      }
      if (atOnce) await Promise.all(order.map(deliver))
      else for (const event of order) await deliver(event)
      return statuses
    },
    drop(which = () => true) {
      pending = pending.filter((event) => !which(event))
    },
  }
  return sender
}

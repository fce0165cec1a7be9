import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { SecondFactorCode } from '#contract/accounts/credentials.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line } from '#contract/shapes.ts'
import { webhookEvents } from '#contract/webhooks/webhook-events.ts'

const Endpoint = {
  /** https, on the public internet. */
  url: Line(500),
  events: z.array(z.enum(webhookEvents)).check(z.minLength(1), z.maxLength(webhookEvents.length)),
}

/** What a receiver answered. */
const Outcome = {
  /** Null without a reply. */
  status: z.nullable(z.int()),
  /** Why there was no reply; null with one. */
  problem: z.nullable(z.string()),
}

const Delivery = z.strictObject({
  id: z.string(),
  /** Of the event: the header `webhook-id`, equal for all attempts. */
  messageId: z.string(),
  type: z.string(),
  /** JSON, as sent. */
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  attempts: z.int(),
  createdAt: Instant,
  lastAttemptAt: z.nullable(Instant),
  /** Null unless waiting. */
  nextAttemptAt: z.nullable(Instant),
  durationMs: z.nullable(z.int()),
  /** The first KB of the reply. */
  reply: z.nullable(z.string()),
  ...Outcome,
})
export type WebhookDelivery = z.output<typeof Delivery>

const proof = { password: CurrentPassword, code: SecondFactorCode }
const id = z.uuid()

/** The admin's calls about webhooks. Those that return a secret store no reply, so they are not idempotent. */
export const adminWebhookCalls = {
  webhooksAtDesk: {
    method: 'GET',
    path: '/api/admin/webhooks',
    actor: 'admin',
    summary: 'The endpoints that are told of events, without their secrets',
    replies: {
      200: z.strictObject({
        /** False in the demo. */
        available: z.boolean(),
        endpoints: z.array(
          z.strictObject({
            id,
            url: z.string(),
            events: z.array(z.string()),
            active: z.boolean(),
            /** `gone`: it answered 410. `given-up`: an event was not taken in three days. Null otherwise. */
            switchedOff: z.nullable(z.enum(['gone', 'given-up'])),
            /** The former secret signs as well until then. */
            formerSecretUntil: z.nullable(Instant),
            waiting: z.int(),
            last: z.nullable(z.strictObject({ at: Instant, ...Outcome })),
          }),
        ),
      }),
    },
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/api/admin/webhooks/:id/deliveries',
    actor: 'admin',
    summary: 'The newest 100 deliveries to an endpoint within 30 days',
    params: z.strictObject({ id: Line(100) }),
    replies: { 200: z.strictObject({ deliveries: z.array(Delivery) }) },
  },
  addWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks',
    actor: 'admin',
    summary:
      'Adds an endpoint, and returns its secret once; 403 `not-in-demo`, 409 `webhooks-full` with 10 of them',
    body: z.strictObject({ ...Endpoint, ...proof }),
    replies: { 200: z.strictObject({ id, secret: z.string() }) },
  },
  changeWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks/change',
    actor: 'admin',
    idempotent: true,
    summary: 'Changes an endpoint, or switches it on or off; what waits while it is off is given up',
    body: z.strictObject({ id, ...Endpoint, active: z.boolean(), ...proof }),
    replies: { 200: Done },
  },
  deleteWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks/delete',
    actor: 'admin',
    idempotent: true,
    summary: 'Deletes an endpoint and its deliveries',
    body: z.strictObject({ id, ...proof }),
    replies: { 200: Done },
  },
  renewWebhookSecret: {
    method: 'POST',
    path: '/api/admin/webhooks/secret',
    actor: 'admin',
    summary:
      'Gives an endpoint another secret, and returns it once; the former one signs as well for 24 hours',
    body: z.strictObject({ id, ...proof }),
    replies: { 200: z.strictObject({ secret: z.string() }) },
  },
  testWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks/test',
    actor: 'admin',
    idempotent: true,
    summary: 'Sends an endpoint the event `webhook.test`, once and at once, and returns what it answered',
    body: z.strictObject({ id, password: z.optional(CurrentPassword) }),
    replies: { 200: z.strictObject({ delivered: z.boolean(), ...Outcome }) },
  },
  resendWebhook: {
    method: 'POST',
    path: '/api/admin/webhooks/resend',
    actor: 'admin',
    idempotent: true,
    summary: 'Sends a delivery again, with its id; 409 `webhook-off` while its endpoint is switched off',
    body: z.strictObject({ id, password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

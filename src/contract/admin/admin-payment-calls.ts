import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Id, Instant } from '#contract/shapes.ts'

/** Of an account or an order; null where it was deleted, or is not known. */
const Owner = z.nullable(z.strictObject({ kind: z.enum(['account', 'order']), id: Id, name: z.string() }))

const OpenCharge = z.strictObject({
  /** Of the attempt. */
  id: Id,
  of: Owner,
  /** Gross. */
  cents: z.int(),
  state: z.enum(['submitted', 'processing', 'unknown', 'needs-action']),
  provider: z.string(),
  /** The provider's id; null while it has not answered. */
  ref: z.nullable(z.string()),
  since: Instant,
  askedAt: Instant,
  /** It is being cancelled. */
  isGivenUp: z.boolean(),
  /** The provider knows it, so that it can be cancelled there. */
  mayGiveUp: z.boolean(),
})
export type OpenCharge = z.output<typeof OpenCharge>

const OpenDispute = z.strictObject({
  ref: z.string(),
  of: Owner,
  provider: z.string(),
  cents: z.int(),
  since: Instant,
  /** By when the provider wants an answer; null where it did not say. */
  dueAt: z.nullable(Instant),
  /** At the provider's desk; null where it has none. */
  url: z.nullable(z.string()),
})
export type OpenDispute = z.output<typeof OpenDispute>

/** The last reconciliation of a provider. */
const Comparison = z.strictObject({
  provider: z.string(),
  since: Instant,
  at: Instant,
  outcome: z.enum(['agrees', 'differs', 'unreachable']),
  charges: z.int(),
  refunds: z.int(),
  differences: z.array(z.strictObject({ kind: z.string(), ref: z.string(), cents: z.int() })),
})
export type Comparison = z.output<typeof Comparison>

const FailedEvent = z.strictObject({
  id: z.string(),
  provider: z.string(),
  type: z.string(),
  receivedAt: Instant,
  attempts: z.int(),
  nextAt: Instant,
  error: z.string(),
})
export type FailedEvent = z.output<typeof FailedEvent>

/** Each list has at most 100 entries, those first that wait longest; `count`: of all. */
const OpenPayments = z.strictObject({
  /** IANA name. */
  zone: z.string(),
  charges: z.strictObject({ count: z.int(), items: z.array(OpenCharge) }),
  disputes: z.strictObject({ count: z.int(), items: z.array(OpenDispute) }),
  comparisons: z.array(Comparison),
  events: z.strictObject({ count: z.int(), items: z.array(FailedEvent) }),
})
export type OpenPayments = z.output<typeof OpenPayments>

const OneCharge = z.strictObject({ id: z.uuid(), password: z.optional(CurrentPassword) })

/** The admin's calls about payments that need somebody. */
export const adminPaymentCalls = {
  openPayments: {
    method: 'GET',
    path: '/api/admin/money/open',
    actor: 'admin',
    summary:
      'Charges in doubt, disputes, differences from the books of providers, and their messages that fail',
    replies: { 200: OpenPayments },
  },
  askAboutCharge: {
    method: 'POST',
    path: '/api/admin/money/charge/ask',
    actor: 'admin',
    idempotent: true,
    summary: 'Asks the provider again what became of a charge; 409 `charge-settled` once that is known',
    body: OneCharge,
    replies: { 200: Done },
  },
  giveUpCharge: {
    method: 'POST',
    path: '/api/admin/money/charge/give-up',
    actor: 'admin',
    idempotent: true,
    summary:
      'Cancels a charge at the provider, so that it takes no money any more; 409 `charge-settled` once its outcome is known, or `charge-unanswered` while the provider has not said that it has it',
    body: z.strictObject({ id: z.uuid(), password: CurrentPassword }),
    replies: { 200: Done },
  },
  repeatEvent: {
    method: 'POST',
    path: '/api/admin/money/event/again',
    actor: 'admin',
    idempotent: true,
    summary: 'Works through a message of a provider again at once that failed; 404 once it succeeded',
    body: z.strictObject({
      id: z.string().check(z.minLength(1), z.maxLength(300)),
      password: z.optional(CurrentPassword),
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

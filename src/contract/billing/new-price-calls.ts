import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Cents, Done, Instant, Interval, Text } from '#contract/shapes.ts'

const Language = z.enum(['en', 'de'])

/** A new price that was announced to the account. */
const NewPrice = z.strictObject({
  id: z.uuid(),
  interval: Interval,
  /** Paid users. */
  users: z.int(),
  /** Gross, of a period, before a coupon. */
  oldGrossCents: Cents,
  newGrossCents: Cents,
  /** The first renewal that it concerns. */
  at: Instant,
  /** Without an agreement: the old price continues, or the subscription ends at `at`. */
  otherwise: z.enum(['keep', 'end']),
  /** A coupon lowers both prices. */
  coupon: z.nullable(z.string()),
  agreedAt: z.nullable(Instant),
  /** The sentence that is agreed to. */
  words: z.string(),
})
export type NewPrice = z.output<typeof NewPrice>

/** The account's calls about a new price. */
export const newPriceCalls = {
  newPrice: {
    method: 'GET',
    path: '/api/subscription/new-price',
    actor: 'subscription.manage',
    summary: 'The new price that was announced to the account, or null',
    query: z.strictObject({ language: Language }),
    replies: { 200: z.strictObject({ newPrice: z.nullable(NewPrice) }) },
  },
  agreeToPrice: {
    method: 'POST',
    path: '/api/subscription/new-price',
    actor: 'subscription.manage',
    summary:
      'Agrees to the announced price by the sentence that was shown; 409 `quote-stale` where it has changed, `no-new-price` where none is open',
    body: z.strictObject({ id: z.uuid(), language: Language, words: Text(2000) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

import * as z from 'zod/mini'
import { Email } from '#contract/accounts/accounts.ts'
import type { Call } from '#contract/call.ts'
import { Day, Instant, Line, Text } from '#contract/shapes.ts'

/** What somebody cancels without signing in (German Civil Code, section 312k); the second step of the page sends it. */
export const Cancellation = z.strictObject({
  name: Line(200),
  email: Email,
  /** How they identify their contract: an invoice number, an account's email. */
  contract: z.optional(Line(200)),
  kind: z.enum(['ordinary', 'extraordinary']),
  /** Of an extraordinary one. */
  reason: z.optional(Text(2000)),
  /** When it is to end; absent: as soon as possible. */
  endsOn: z.optional(Day),
})
export type Cancellation = z.output<typeof Cancellation>

/** What somebody withdraws from without signing in (section 356a). */
const Withdrawal = z.strictObject({
  name: Line(200),
  email: Email,
  contract: z.optional(Line(200)),
})

/** The same for everybody, whether there is such a contract or not; a mail confirms it. */
const DeclarationReceived = z.strictObject({ receivedAt: Instant })

/** What consumers may declare about a contract without signing in. */
export const declarationCalls = {
  declareCancellation: {
    method: 'POST',
    path: '/api/contract/cancel',
    actor: 'anyone',
    idempotent: true,
    summary: 'Cancels a contract without signing in; a mail confirms the time of receipt',
    body: Cancellation,
    replies: { 200: DeclarationReceived },
  },
  declareWithdrawal: {
    method: 'POST',
    path: '/api/contract/withdraw',
    actor: 'anyone',
    idempotent: true,
    summary: 'Withdraws from a contract without signing in; a mail confirms the time of receipt',
    body: Withdrawal,
    replies: { 200: DeclarationReceived },
  },
} as const satisfies Record<string, Call>

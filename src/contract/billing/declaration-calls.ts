import * as z from 'zod/mini'
import { Email } from '#contract/accounts/accounts.ts'
import type { Call } from '#contract/call.ts'
import { Day, Id, Instant, Line, Pieces, Text } from '#contract/shapes.ts'

/** A cancellation without signing in (German Civil Code, section 312k); sent by the page's second step. */
export const Cancellation = z.strictObject({
  name: Line(200),
  email: Email,
  /** How the contract is identified: an invoice number, or the account's email. */
  contract: z.optional(Line(200)),
  kind: z.enum(['ordinary', 'extraordinary']),
  /** For an extraordinary cancellation. */
  reason: z.optional(Text(2000)),
  /** Wanted end; absent: as soon as possible. */
  endsOn: z.optional(Day),
})
export type Cancellation = z.output<typeof Cancellation>

/** A withdrawal without signing in (section 356a). */
const Withdrawal = z.strictObject({
  name: Line(200),
  email: Email,
  contract: z.optional(Line(200)),
  /** Of an order of the shop whose lines the declarer sees: how many pieces of each line. Absent: the whole contract, or `part` of it. */
  pieces: z.optional(Pieces),
  /** What of the contract it is about, in the declarer's words. Without `pieces` the operator looks at it. */
  part: z.optional(Line(2000)),
})

/** Same reply whether or not the contract exists; a mail confirms the receipt. */
const DeclarationReceived = z.strictObject({ receivedAt: Instant })

/** A declaration about the user's own contract. `waits`: its holder, or the operator, has to accept or reject it. */
const Declaration = z.strictObject({
  kind: z.enum(['cancellation', 'withdrawal']),
  receivedAt: Instant,
  name: z.string(),
  email: z.string(),
  contract: z.optional(z.string()),
  cancellation: z.optional(z.enum(['ordinary', 'extraordinary'])),
  reason: z.optional(z.string()),
  endsOn: z.optional(Day),
  /** The declarer stated the holder's name or the contract number. */
  holderKnown: z.boolean(),
  outcome: z.enum(['received', 'waits', 'done', 'rejected', 'taken-back']),
  contractEndsAt: z.optional(Instant),
})
export type Declaration = z.output<typeof Declaration>

const oneDeclaration = z.strictObject({ id: Id })
const DeclarationDecision = z.strictObject({ decision: z.enum(['accept', 'reject']) })
/** Token from a mail to the holder. */
const NotMe = z.strictObject({ token: z.string().check(z.maxLength(100)) })
/** `subscribe-again`: the ended contract cannot be restored. */
const TakenBack = z.strictObject({ outcome: z.enum(['restored', 'subscribe-again']) })

/** Declarations of consumers without signing in. */
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
  takeBackDeclaration: {
    method: 'POST',
    path: '/api/contract/not-me',
    actor: 'anyone',
    summary:
      'Says that a declaration was not made by the holder of the contract, by the link in a mail to them',
    body: NotMe,
    replies: { 200: TakenBack },
  },
  declaration: {
    method: 'GET',
    path: '/api/account/declaration/:id',
    actor: 'subscription.manage',
    summary: 'What somebody declared about the contract without signing in',
    params: oneDeclaration,
    replies: { 200: Declaration },
  },
  decideDeclaration: {
    method: 'POST',
    path: '/api/account/declaration/:id',
    actor: 'subscription.manage',
    summary: 'Accepts a waiting declaration, which then counts from its receipt, or rejects it',
    params: oneDeclaration,
    body: DeclarationDecision,
    replies: { 200: Declaration },
  },
} as const satisfies Record<string, Call>

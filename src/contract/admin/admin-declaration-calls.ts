import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Day, Done, Instant, Line, Pieces, Text } from '#contract/shapes.ts'

/** Declarations of consumers that need a decision, oldest first. */
const WaitingDeclarations = z.strictObject({
  declarations: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['cancellation', 'withdrawal']),
      cancellation: z.nullable(z.enum(['ordinary', 'extraordinary'])),
      receivedAt: Instant,
      name: z.string(),
      email: z.string(),
      /** Contract as typed. */
      contract: z.nullable(z.string()),
      /** The part of an order withdrawn from: pieces of each line, or a description by the declarer. */
      pieces: z.nullable(Pieces),
      part: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      endsOn: z.nullable(Day),
      /** The declarer stated more than a number: the name or address of the holder or buyer. */
      isHolderKnown: z.boolean(),
      /** Number of the contract found. */
      contractNumber: z.nullable(z.string()),
      /** The order found. `remaining`: pieces of the line not returned yet. */
      order: z.nullable(
        z.strictObject({
          id: z.uuid(),
          number: z.string(),
          lines: z.array(z.strictObject({ name: z.string(), remaining: z.int() })),
        }),
      ),
    }),
  ),
})
export type WaitingDeclaration = z.output<typeof WaitingDeclarations>['declarations'][number]

const DeclarationDecision = z.strictObject({
  id: z.uuid(),
  decision: z.enum(['accept', 'reject']),
  /** Number of the contract, to accept a declaration for which the site found none. */
  contract: z.optional(Line(200)),
  /** Pieces of each line of the order to accept it for. Default: the declared ones. */
  pieces: z.optional(Pieces),
  /** Mailed to the declarer with a rejection; without it they get no mail. */
  answer: z.optional(Text(2000)),
  password: CurrentPassword,
})

/** The admin's calls about declarations of consumers. */
export const adminDeclarationCalls = {
  waitingDeclarations: {
    method: 'GET',
    path: '/api/admin/declarations',
    actor: 'admin',
    summary: 'Cancellations and withdrawals that wait for the operator, oldest first',
    replies: { 200: WaitingDeclarations },
  },
  decideWaitingDeclaration: {
    method: 'POST',
    path: '/api/admin/declaration',
    actor: 'admin',
    idempotent: true,
    summary: 'Accepts a waiting declaration, which then counts from its receipt, or rejects it',
    body: DeclarationDecision,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

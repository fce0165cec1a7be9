import type { Call } from '#contract/call.ts'
import * as declarations from './declarations.ts'

/** What consumers may declare about a contract without signing in. */
export const declarationCalls = {
  declareCancellation: {
    method: 'POST',
    path: '/api/contract/cancel',
    actor: 'anyone',
    idempotent: true,
    summary: 'Cancels a contract without signing in; a mail confirms the time of receipt',
    body: declarations.Cancellation,
    replies: { 200: declarations.DeclarationReceived },
  },
  declareWithdrawal: {
    method: 'POST',
    path: '/api/contract/withdraw',
    actor: 'anyone',
    idempotent: true,
    summary: 'Withdraws from a contract without signing in; a mail confirms the time of receipt',
    body: declarations.Withdrawal,
    replies: { 200: declarations.DeclarationReceived },
  },
} as const satisfies Record<string, Call>

import type { Call, CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { type CallArguments, CallProblem, call } from '#web/platform/site/api.ts'

/**
 * Makes an admin call for a query: throws a problem, as TanStack Query expects, and also for an unexpected reply
 * ('Incomprehensible response data received...', product.md section 2).
 */
export async function adminRead<C extends Call>(
  fits: (body: Partial<CallReply<C>['body']>) => boolean,
  ...request: [C, ...CallArguments<C>]
): Promise<CallReply<C>['body']> {
  const reply = await call(...request)
  if (reply instanceof CallProblem) throw reply.isUnreadable ? incomprehensible() : reply
  if (!fits(reply.body)) throw incomprehensible()
  return reply.body
}

function incomprehensible(): Error {
  return new Error(m.admin_incomprehensible())
}

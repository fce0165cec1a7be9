import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { type CallArguments, CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'

type Done<C extends Call> = {
  /** Whether the reply is what was asked for. */
  readonly fits: (body: Partial<CallReply<C>['body']>) => boolean
  readonly onDone: () => void
}

/**
 * Makes a change of the admin's, once for the same body until it is done, and has what the screens show read anew. Answers
 * the sentence of why it was not done.
 */
export function useAdminChange<C extends Call>(of: C, { fits, onDone }: Done<C>) {
  const client = useQueryClient()
  const keyFor = useRef(newIdempotencyKey())
  return async (request: CallRequest<C> & { body: unknown }): Promise<string | undefined> => {
    const sent = { ...request, idempotencyKey: keyFor.current(request.body) }
    const reply = await call(...([of, sent] as unknown as [C, ...CallArguments<C>]))
    if (reply instanceof CallProblem) {
      const isReply = reply.status >= 200 && reply.status < 300
      return isReply ? m.admin_incomprehensible() : (Object.values(reply.errors)[0] ?? reply.detail)
    }
    if (typeof reply.body !== 'object' || reply.body === null || !fits(reply.body))
      return m.admin_incomprehensible()
    // the same again is meant as another
    keyFor.current = newIdempotencyKey()
    onDone()
    await client.invalidateQueries({ queryKey: ['admin'] })
    return undefined
  }
}

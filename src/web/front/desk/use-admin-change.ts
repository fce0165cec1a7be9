import { useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { type CallArguments, CallProblem, call } from '#web/platform/site/api.ts'
import { type Attempt, firstFault, Refusal } from '#web/platform/site/use-call.ts'

type Done<C extends Call> = {
  /** Whether the reply is the expected one; default: its `status` is `ok`. */
  readonly fits?: (body: Partial<CallReply<C>['body']>) => boolean
  readonly onDone: (body: CallReply<C>['body']) => void
}

/**
 * A change of the admin's for the password prompt: made once for the same body until it is done; what the screens show of
 * the administration is read anew then.
 */
export function useAdminChange<C extends Call>(of: C, { fits = isOk, onDone }: Done<C>) {
  const client = useQueryClient()
  return (requestWith: (password: string) => CallRequest<C> & { body: unknown }) => ({
    make: async (password: string, { keyOf }: Attempt) => {
      const request = requestWith(password)
      const sent = { ...request, idempotencyKey: keyOf(request.body) }
      const reply = await call(...([of, sent] as unknown as [C, ...CallArguments<C>]))
      if (reply instanceof CallProblem && !reply.isUnreadable) return reply
      const isFit = !(reply instanceof CallProblem) && fits(reply.body)
      return isFit ? reply : new Refusal(m.admin_incomprehensible())
    },
    sentenceOf: firstFault,
    onDone: async ({ body }: { body: unknown }) => {
      onDone(body as CallReply<C>['body'])
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
  })
}

function isOk(body: object): boolean {
  return 'status' in body && body.status === 'ok'
}

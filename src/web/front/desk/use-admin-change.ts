import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { type CallArguments, CallProblem, call } from '#web/platform/site/api.ts'
import { firstFault, Refusal } from '#web/platform/site/use-call.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'

type Body<C extends Call> = WithoutPassword<(CallRequest<C> & { body: unknown })['body']>
type WithoutPassword<Sent> = Sent extends unknown ? Omit<Sent, 'password'> : never

type Options<C extends Call> = {
  /** Whether the reply is the expected one; default: its `status` is `ok`. */
  readonly fits?: (body: Partial<CallReply<C>['body']>) => boolean
  /** The notification once it is done. */
  readonly done?: () => string
  readonly onDone?: (body: CallReply<C>['body']) => unknown
  /** Called with a refusal, which the prompt shows by `sentenceOf`. */
  readonly onRefused?: (problem: CallProblem) => unknown
  readonly sentenceOf?: (problem: CallProblem) => string
}

type Asked<C extends Call> = {
  /** Titles the prompt. */
  readonly message: string
  /** Further content above the password. */
  readonly children?: ReactNode | ((busy: boolean) => ReactNode)
  /** Without the password; a function if it is typed in the prompt. */
  readonly body: Body<C> | (() => Body<C>)
}

/**
 * A change of the admin's after the password prompt, which `ask` opens; `dialog` has to be rendered. Made once for the
 * same body until it is done. Then all reads of the administration are repeated.
 */
export function useAdminChange<C extends Call>(of: C, options: Options<C>) {
  const { fits = isOk, done, onDone, onRefused, sentenceOf = firstFault } = options
  const client = useQueryClient()
  const { ask, ...prompt } = usePasswordPrompt()
  return {
    ...prompt,
    ask: ({ body, ...asked }: Asked<C>) =>
      ask({
        ...asked,
        make: async (password, { keyOf }) => {
          const given = (typeof body === 'function' ? body() : body) as object
          const sent = { ...given, password }
          const request = { body: sent, idempotencyKey: keyOf(sent) }
          const reply = await call(...([of, request] as unknown as [C, ...CallArguments<C>]))
          if (reply instanceof CallProblem && !reply.isUnreadable) {
            await onRefused?.(reply)
            return reply
          }
          const isFit = !(reply instanceof CallProblem) && fits(reply.body)
          return isFit ? reply : new Refusal(m.admin_incomprehensible())
        },
        sentenceOf,
        onDone: async (reply) => {
          if (done) notify(done(), 'success')
          onDone?.((reply as CallReply<C>).body)
          await client.invalidateQueries({ queryKey: ['admin'] })
        },
      }),
  }
}

function isOk(body: object): boolean {
  return 'status' in body && body.status === 'ok'
}

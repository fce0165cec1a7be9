import { useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { type CallArguments, CallProblem, call } from '#web/platform/site/api.ts'
import { type Attempt, firstFault, Refusal, useCall } from '#web/platform/site/use-call.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'

type Body<C extends Call> = Omit<(CallRequest<C> & { body: unknown })['body'] & object, 'password'>

type Options<C extends Call> = {
  /** Titles the prompt. */
  readonly message: string
  /** Those of the call's path. */
  readonly params?: Readonly<Record<string, string>>
  /** The fields that show what the server says of them. */
  readonly fields?: readonly string[]
  /** It was changed meanwhile, so the body was refused; without `onConflict`, the server's sentence is shown. */
  readonly onConflict?: (refused: Body<C>) => unknown
  /** The notification once it is done. */
  readonly done?: () => string
  readonly onDone?: (reply: CallReply<C>) => unknown
}

/**
 * Makes a change that admins repeat often: asks for the password only if it was last given too long ago. `dialog` must be
 * rendered. Afterwards all reads of the administration are repeated.
 */
export function useDeskChange<C extends Call>(
  of: C,
  { message, params, fields = [], onConflict, done: notified, onDone }: Options<C>,
) {
  const client = useQueryClient()
  const { ask, dialog, busy: asking } = usePasswordPrompt()
  const make = async (body: Body<C>, { keyOf }: Attempt, password?: string) => {
    const sent = { ...body, ...(password !== undefined && { password }) }
    const request = { ...(params && { params }), body: sent, idempotencyKey: keyOf(sent) }
    const reply = await call(...([of, request] as unknown as [C, ...CallArguments<C>]))
    return reply instanceof CallProblem && reply.isUnreadable
      ? new Refusal(m.admin_incomprehensible())
      : reply
  }
  const done = async (reply: CallReply<C>) => {
    if (notified) notify(notified(), 'success')
    onDone?.(reply)
    await client.invalidateQueries({ queryKey: ['admin'] })
  }
  const state = useCall(make, {
    fields,
    sentenceOf: (problem) =>
      problem.code === 'password-required' ||
      (onConflict && isConflict(problem)) ||
      fields.some((field) => field in problem.errors)
        ? undefined
        : firstFault(problem),
    onDone: (reply) => done(reply as CallReply<C>),
    onRefused: (refused, body) => {
      if (!(refused instanceof CallProblem)) return
      if (isConflict(refused)) {
        onConflict?.(body)
        return
      }
      if (refused.code !== 'password-required') return
      ask({
        message,
        make: (password, attempt) => make(body, attempt, password),
        sentenceOf: firstFault,
        onDone: (reply) => done(reply as CallReply<C>),
      })
    },
  })
  return { ...state, busy: state.busy || asking, dialog }
}

function isConflict({ code }: CallProblem): boolean {
  return code === 'version-conflict'
}

import { useRef } from 'react'
import type { Call, CallReply, CallRequest } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { usePasswordPrompt } from '#web/platform/layout/password-prompt.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { firstFault } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'

/**
 * Saves settings once the password and a code of the second factor are given, both asked for in one dialog. `dialog` has
 * to be rendered.
 * @param labels the names of the form's fields
 */
export function useSaveSettings<C extends Call>(
  of: C,
  labels: Readonly<Record<string, () => string>>,
  {
    onFaults,
    onSaved = () => undefined,
    onConflict = () => undefined,
  }: {
    /** Gets the sentences of a refused form by field. */
    readonly onFaults: (faults: Readonly<Record<string, string>>) => void
    readonly onSaved?: (reply: CallReply<C>['body']) => unknown
    /** Somebody else has saved since the form began. */
    readonly onConflict?: () => unknown
  },
) {
  const { ask, dialog, busy, isAsking } = usePasswordPrompt()
  const code = useRef('')
  const change = useAdminChange(of, {
    fits: (body) => (body as { status?: string }).status === 'ok',
    onDone: (reply) => {
      onFaults({})
      notify(m.set_up_saved(), 'success')
      onSaved(reply)
    },
  })
  const save = (body: object) => {
    code.current = ''
    const { make, ...further } = change(
      (password) =>
        ({ body: { ...body, password, code: code.current.trim() } }) as unknown as CallRequest<C> & {
          body: unknown
        },
    )
    ask({
      message: m.set_up_prompt(),
      children: (
        <Field
          label={m.set_up_code()}
          hint={m.set_up_code_hint()}
          autoComplete="one-time-code"
          onChange={({ target }) => {
            code.current = target.value
          }}
        />
      ),
      ...further,
      make: async (password, attempt) => {
        const reply = await make(password, attempt)
        if (reply instanceof CallProblem) onFaults(reply.errors)
        if (reply instanceof CallProblem && reply.code === 'version-conflict') await onConflict()
        return reply
      },
      sentenceOf: (problem) => {
        const name = Object.keys(problem.errors).map((field) => labels[field]?.())[0]
        return name === undefined ? firstFault(problem) : `${name}: ${firstFault(problem)}`
      },
    })
  }
  return { save, dialog, busy, isAsking }
}

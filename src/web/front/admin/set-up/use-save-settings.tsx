import { useRef } from 'react'
import type { Call, CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { firstFault } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'

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
  const code = useRef('')
  const { ask, ...prompt } = useAdminChange<Call>(of, {
    fits: (body) => (body as { status?: string }).status === 'ok',
    done: m.set_up_saved,
    onDone: (reply) => {
      onFaults({})
      onSaved(reply as CallReply<C>['body'])
    },
    onRefused: async ({ errors, code: refused }) => {
      onFaults(errors)
      if (refused === 'version-conflict') await onConflict()
    },
    sentenceOf: (problem) => {
      const name = Object.keys(problem.errors).map((field) => labels[field]?.())[0]
      return name === undefined ? firstFault(problem) : `${name}: ${firstFault(problem)}`
    },
  })
  const save = (body: object) => {
    code.current = ''
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
      body: () => ({ ...body, code: code.current.trim() }),
    })
  }
  return { save, ...prompt }
}

import { useRef, useState } from 'react'
import { shortestPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { UnlinkChoice } from '#web/identity/code-host/unlink-choice.tsx'
import type { CallProblem } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { newPasswordFaults } from './new-password-form.tsx'

type Entered = { current: string; password: string; confirmation: string }

const empty: Entered = { current: '', password: '', confirmation: '' }

type PasswordChangeFormProps = {
  className?: string
  currentLabel: string
  /** The message for an empty current password. */
  currentMissing: string
  button: string
  /** The message for a repetition that differs. */
  differ: () => string
  /** Sends them, as for `useCall`. */
  make: (body: {
    currentPassword: string
    password: string
    unlinkCodeHost?: boolean
  }) => Promise<{ body: unknown } | CallProblem>
  onDone: () => Promise<void>
  onRefused?: (problem: CallProblem) => void
  /** Offers signed-in users to unlink the code host too. */
  withCodeHost?: boolean
}

/** Asks for the current password, and twice for a new one. Success clears all fields. */
export function PasswordChangeForm(props: PasswordChangeFormProps) {
  const { className = '', currentLabel, button, withCodeHost = false } = props
  const [entered, setEntered] = useState(empty)
  const currentField = useRef<HTMLInputElement>(null)
  const { unlinkCodeHost, setUnlinkCodeHost, busy, refusal, faults, submit } = usePasswordChange(props, {
    clear: () => setEntered(empty),
    selectCurrent: () => {
      currentField.current?.focus()
      currentField.current?.select()
    },
  })
  const field = (name: keyof Entered) => ({
    error: faults[name],
    value: entered[name],
    onChange: ({ target }: { target: { value: string } }) => setEntered({ ...entered, [name]: target.value }),
  })
  return (
    <form noValidate className={`grid gap-5 ${className}`} onSubmit={submit(entered)}>
      <PasswordField
        ref={currentField}
        label={currentLabel}
        autoComplete="current-password"
        {...field('current')}
      />
      <PasswordField
        label={m.new_password()}
        autoComplete="new-password"
        hint={m.register_password_hint({ count: shortestPassword })}
        {...field('password')}
      />
      <PasswordField
        label={m.confirm_new_password()}
        autoComplete="new-password"
        {...field('confirmation')}
      />
      {withCodeHost ? <UnlinkChoice checked={unlinkCodeHost} onChange={setUnlinkCodeHost} /> : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        {button}
      </Button>
    </form>
  )
}

function usePasswordChange(
  { currentMissing, differ, make, onDone, onRefused }: PasswordChangeFormProps,
  { clear, selectCurrent }: { clear: () => void; selectCurrent: () => void },
) {
  const [unlinkCodeHost, setUnlinkCodeHost] = useState(false)
  const state = useCall(
    ({ current: currentPassword, password }: Entered) =>
      make({ currentPassword, password, ...(unlinkCodeHost && { unlinkCodeHost }) }),
    {
      check: (given) => ({
        ...(given.current === '' && { current: currentMissing }),
        ...newPasswordFaults(given, differ),
      }),
      fields: ['password'],
      onDone: async () => {
        await onDone()
        clear()
        setUnlinkCodeHost(false)
      },
      onRefused: (problem) => {
        onRefused?.(problem)
        if (problem.code === 'wrong-password') selectCurrent()
      },
    },
  )
  return { ...state, unlinkCodeHost, setUnlinkCodeHost }
}

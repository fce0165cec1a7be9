import { type ReactNode, useState } from 'react'
import { checkPassword, shortestPassword } from '#domain/accounts/password.ts'
import { m } from '#messages/generated/messages.js'
import { faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { type Replied, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

/**
 * Asks twice for a new password, on the page of a mailed link. Refusals stay on the page, with another link where one
 * helps.
 */
export function NewPasswordForm<Made>({
  contact,
  make,
  onDone,
  otherLink,
  children,
}: {
  contact: string
  /** Sends it, as for `useCall`. */
  make: (password: string) => Promise<Made>
  onDone: (reply: Replied<Made>) => Promise<unknown>
  /** Shown for a used or expired link. */
  otherLink: ReactNode
  /** Further choices, below the password. */
  children?: ReactNode
}) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const { busy, problem, refusal, faults, submit } = useCall((chosen: NewPassword) => make(chosen.password), {
    check: (chosen) => newPasswordFaults(chosen, m.field_passwords_differ),
    fields: ['password'],
    onDone,
  })

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit({ password, confirmation })}>
      {/* for password managers: the user of the password */}
      <input type="email" name="username" autoComplete="username" value={contact} readOnly hidden />
      <PasswordField
        label={m.new_password()}
        autoComplete="new-password"
        autoFocus
        hint={m.register_password_hint({ count: shortestPassword })}
        error={faults.password}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={m.confirm_new_password()}
        autoComplete="new-password"
        error={faults.confirmation}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      {children}
      {refusal ? <Alert>{refusal}</Alert> : null}
      {problem?.code.startsWith('code-') ? otherLink : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.reset_password_button()}
      </Button>
    </form>
  )
}

type NewPassword = { readonly password: string; readonly confirmation: string }

/**
 * Returns the messages for a new password and its repetition, by field. The server also refuses common passwords.
 * @param differ the message for passwords that differ: product.md section 5 has one for each screen
 */
export function newPasswordFaults(
  { password, confirmation }: NewPassword,
  differ: () => string,
): { password?: string; confirmation?: string } {
  const fault = checkPassword(password)
  return {
    ...(fault && { password: faultSentence(fault) }),
    ...(password !== confirmation && { confirmation: differ() }),
  }
}

import { useForm } from 'react-hook-form'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { m } from '#messages/generated/messages.js'
import type { AfterSignIn } from '#web/identity/accounts/after-sign-in.ts'
import { passkeysWork } from '#web/identity/passkeys/ask-authenticator.ts'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/**
 * Email and password, or a passkey. Shows the server's message if refused. On success the session changes, or the
 * second step follows.
 */
export function LoginForm({
  email,
  afterSignIn,
  ended = false,
}: {
  email: string
  afterSignIn: AfterSignIn
  /** Set if a second step failed. */
  ended?: boolean | undefined
}) {
  const { register, handleSubmit, setFocus, getValues, formState } = useForm({
    defaultValues: { email, password: '', staySignedIn: false },
  })
  const { errors } = formState

  const { busy, refusal, send } = useCall(
    (entered: { email: string; password: string; staySignedIn: boolean }) =>
      call(sessionCalls.login, { body: { ...entered, email: entered.email.trim() } }),
    {
      saidBefore: ended ? m.second_step_ended() : undefined,
      onDone: afterSignIn,
      onRefused: () => setFocus('password'),
    },
  )

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
      <Field
        label={m.account_email()}
        type="email"
        autoComplete="username"
        autoFocus={email === ''}
        error={errors.email && m.field_email_missing()}
        {...register('email', { validate: (text) => text.trim() !== '' })}
      />
      <PasswordField
        label={m.account_password()}
        autoComplete="current-password"
        autoFocus={email !== ''}
        error={errors.password && m.login_password_missing()}
        {...register('password', { required: true })}
      />
      <Checkbox label={m.login_stay()} {...register('staySignedIn')} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.login_button()}
      </Button>
      {passkeysWork() ? (
        <PasskeyButton
          afterSignIn={afterSignIn}
          step={() => ({ second: false, staySignedIn: getValues('staySignedIn') })}
        >
          {m.passkey_sign_in()}
        </PasskeyButton>
      ) : null}
    </form>
  )
}

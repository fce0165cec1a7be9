import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sessionCalls } from '#contract/session-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/api.ts'
import { renewSession } from '#web/site.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** Email and password. Shows the server's sentence when it refuses; on success the session tells everybody else. */
export function LoginForm({ email }: { email: string }) {
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { email, password: '', staySignedIn: false },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    setRefusal(undefined)
    const reply = await call(sessionCalls.login, { body: { ...entered, email: entered.email.trim() } })
    if (reply instanceof CallProblem) {
      setRefusal(reply.detail)
      setFocus('password')
    } else if (reply.status === 202) {
      setRefusal(m.login_second_step())
    } else {
      const session = await renewSession()
      if (session instanceof CallProblem) setRefusal(session.detail)
    }
  })

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
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
      <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
        {m.login_button()}
      </Button>
    </form>
  )
}

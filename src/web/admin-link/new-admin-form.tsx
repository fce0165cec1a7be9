import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminLinkCalls } from '#contract/admin-link-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { shortestPassword } from '#domain/password.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { checkEnteredAdmin, emptyAdmin } from './admin-form.ts'

/** Who the admin will be, checked by the same rules as on the server. */
export function NewAdminForm({
  code,
  email,
  onDone,
}: {
  code: string
  /** What the command line was told. */
  email: string
  onDone: (reply: CallReply<typeof adminLinkCalls.createAdmin>) => Promise<void>
}) {
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { ...emptyAdmin, email },
    resolver: checkEnteredAdmin,
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    setRefusal(undefined)
    const { password } = entered
    const body = { code, name: entered.name.trim(), email: entered.email.trim(), password }
    const reply = await call(adminLinkCalls.createAdmin, { body })
    if (!(reply instanceof CallProblem)) return onDone(reply)
    setRefusal(showRefusal(reply, emptyAdmin, setError))
  })

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
      <Field
        label={m.register_name()}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label={m.account_email()}
        type="email"
        autoComplete="username"
        hint={m.create_admin_email_hint()}
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={m.account_password()}
        autoComplete="new-password"
        hint={m.register_password_hint({ count: shortestPassword })}
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={m.register_confirm_password()}
        autoComplete="new-password"
        error={errors.passwordConfirmation?.message}
        {...register('passwordConfirmation')}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
        {m.create_admin_button()}
      </Button>
    </form>
  )
}

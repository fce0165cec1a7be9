import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { PersonFields, personFields } from '#web/accounts/person-fields.tsx'
import { CallProblem, call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
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
      <PersonFields fields={personFields(register)} errors={errors} emailHint={m.create_admin_email_hint()} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
        {m.create_admin_button()}
      </Button>
    </form>
  )
}

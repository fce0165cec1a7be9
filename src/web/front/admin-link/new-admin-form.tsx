import { useForm } from 'react-hook-form'
import { adminLinkCalls } from '#contract/admin/admin-link-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { checkAdminForm } from '#domain/accounts/admin.ts'
import { m } from '#messages/generated/messages.js'
import { checkedBy, faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { PersonFields, personFields } from '#web/identity/accounts/person-fields.tsx'
import { call } from '#web/platform/site/api.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'

const empty = { name: '', email: '', password: '', passwordConfirmation: '' }

type NewAdminFormProps = {
  code: string
  /** The address given to the command line. */
  email: string
  onDone: (reply: CallReply<typeof adminLinkCalls.createAdmin>) => Promise<void>
}

/** The new admin, validated by the rules shared with the server. */
export function NewAdminForm({ code, email, onDone }: NewAdminFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { ...empty, email },
    resolver: checkedBy(checkAdminForm, faultSentence),
  })
  const { errors } = formState
  const { busy, refusal, send } = useCall(
    ({ name, email: entered, password }: typeof empty) =>
      call(adminLinkCalls.createAdmin, {
        body: { code, name: name.trim(), email: entered.trim(), password },
      }),
    { ...atFormFields(empty, setError), onDone },
  )

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
      <PersonFields fields={personFields(register)} errors={errors} emailHint={m.create_admin_email_hint()} />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.create_admin_button()}
      </Button>
    </form>
  )
}

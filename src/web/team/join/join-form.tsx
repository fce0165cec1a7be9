import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { PersonFields, personFields } from '#web/accounts/person-fields.tsx'
import { TermsSentence } from '#web/accounts/terms-sentence.tsx'
import { CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { checkJoiningForm, emptyJoining } from './joining-form.ts'

/** Joins an account by the link with this code, checked by the same rules as on the server. */
export function JoinForm({
  code,
  domain,
  onJoined,
}: {
  code: string
  domain: string | null
  onJoined: (email: string) => void
}) {
  const [refusal, setRefusal] = useState<string>()
  const [keyOf] = useState(newIdempotencyKey)
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: emptyJoining,
    resolver: checkJoiningForm(domain),
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ name, email, password, termsAccepted }) => {
    setRefusal(undefined)
    const body = { code, name: name.trim(), email: email.trim(), password, termsAccepted }
    const reply = await call(teamCalls.join, { body, idempotencyKey: keyOf(body) })
    if (!(reply instanceof CallProblem)) return onJoined(reply.body.email)
    setRefusal(showRefusal(reply, emptyJoining, setError))
  })

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
      <PersonFields
        fields={personFields(register)}
        errors={errors}
        emailHint={domain === null ? undefined : m.join_email_hint({ domain })}
      />
      <Checkbox
        label={<TermsSentence />}
        error={errors.termsAccepted?.message}
        {...register('termsAccepted')}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
        {m.join_button()}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { m } from '#messages/generated/messages.js'
import { PersonFields, personFields } from '#web/accounts/person-fields.tsx'
import { TermsSentence } from '#web/accounts/terms-sentence.tsx'
import { CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { checkRegistrationForm, emptyRegistration, registrationOf } from './registration-form.ts'

/** Registration (product.md section 2), checked by the same rules as on the server. */
export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [refusal, setRefusal] = useState<string>()
  const [keyOf] = useState(newIdempotencyKey)
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: emptyRegistration,
    resolver: checkRegistrationForm,
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    setRefusal(undefined)
    const body = registrationOf(entered)
    const reply = await call(sessionCalls.register, { body, idempotencyKey: keyOf(body) })
    if (!(reply instanceof CallProblem)) return onRegistered(reply.body.email)
    setRefusal(showRefusal(reply, emptyRegistration, setError))
  })

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={submit}>
      <PersonFields fields={personFields(register)} errors={errors} />
      <Field
        label={m.register_coupon()}
        optional={m.account_optional()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.couponCode?.message}
        {...register('couponCode')}
      />
      <div className="grid gap-1.5">
        <Checkbox label={m.register_newsletter()} {...register('newsletter')} />
        <Checkbox
          label={<TermsSentence />}
          error={errors.termsAccepted?.message}
          {...register('termsAccepted')}
        />
      </div>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
        {m.register_button()}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import type { CodeHostArrival } from '#contract/accounts/code-host.ts'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { checkAgreement } from '#domain/accounts/account.ts'
import { m } from '#messages/generated/messages.js'
import { faultSentence } from '#web/accounts/fault-sentence.ts'
import { TermsSentence } from '#web/accounts/terms-sentence.tsx'
import { CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'
import { renewSession } from '#web/site/site.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { codeHostAddress } from './code-host-address.ts'

export type Arrival = NonNullable<z.output<typeof CodeHostArrival>['arrival']>

type Entered = { name: string; couponCode: string; newsletter: boolean; termsAccepted: boolean }

/** Name, coupon and agreement, checked by the same rules as on the server. The e-mail is the one that was confirmed. */
export function CodeHostForm({ arrival }: { arrival: Arrival }) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const [keyOf] = useState(newIdempotencyKey)
  const { register, handleSubmit, setError, formState } = useForm<Entered>({
    defaultValues: { name: arrival.name, couponCode: '', newsletter: false, termsAccepted: false },
    resolver: check,
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (entered) => {
    setRefusal(undefined)
    const body = bodyOf(entered)
    const reply = await call(codeHostCalls.registerFromCodeHost, { body, idempotencyKey: keyOf(body) })
    if (reply instanceof CallProblem) return setRefusal(showRefusal(reply, entered, setError))
    const session = await renewSession()
    if (session instanceof CallProblem) return setRefusal(session.detail)
    if (session.authenticated) return navigate(href('content'), { replace: true })
    // the reply that carried the session was lost, and a repeated one does not: the code host signs in again
    location.assign(codeHostAddress())
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
        value={arrival.email}
        readOnly
        hint={m.code_host_email_hint({ login: arrival.login })}
      />
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

/** The rules of the house in the form that the form library asks for. */
function check(
  values: Entered,
):
  | { values: Entered; errors: Record<string, never> }
  | { values: Record<string, never>; errors: FieldErrors<Entered> } {
  const faults = Object.entries(checkAgreement(values))
  if (faults.length === 0) return { values, errors: {} }
  const errors = faults.map(([field, fault]) => [field, { type: fault, message: faultSentence(fault) }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** What is sent: without what was left empty. */
function bodyOf({ name, couponCode, newsletter, termsAccepted }: Entered) {
  const code = couponCode.trim()
  return { name: name.trim(), newsletter, termsAccepted, ...(code && { couponCode: code }) }
}

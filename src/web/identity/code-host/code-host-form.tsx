import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type CodeHostArrival, codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { checkAgreement } from '#domain/accounts/account.ts'
import { m } from '#messages/generated/messages.js'
import { AgreementFields } from '#web/identity/accounts/agreement-fields.tsx'
import { bringBegun } from '#web/identity/accounts/begun-as-visitor.ts'
import { checkedBy, faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { forgetLink, useVoucherCode } from '#web/identity/accounts/link-secret.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { renewSession } from '#web/platform/site/site.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { Field } from '#web/platform/ui/field.tsx'
import { codeHostAddress } from './code-host-link.tsx'

export type Arrival = NonNullable<z.output<typeof CodeHostArrival>['arrival']>

const empty = { name: '', couponCode: '', newsletter: false, termsAccepted: false }
type Entered = typeof empty

/** Name, coupon and agreement, validated by the rules shared with the server. The address is the confirmed one. */
export function CodeHostForm({ arrival }: { arrival: Arrival }) {
  const navigate = useNavigate()
  const couponCode = useVoucherCode('')
  const { register, handleSubmit, setError, formState } = useForm<Entered>({
    defaultValues: { ...empty, name: arrival.name, couponCode },
    resolver: checkedBy(checkAgreement, faultSentence),
  })
  const { errors } = formState
  const { busy, refusal, send } = useCall(
    (entered: Entered, { keyOf }) => {
      const body = bodyOf(entered)
      return call(codeHostCalls.registerFromCodeHost, { body, idempotencyKey: keyOf(body) })
    },
    {
      ...atFormFields(empty, setError),
      onDone: async () => {
        if (couponCode) forgetLink()
        const session = await renewSession()
        if (session instanceof CallProblem) return session
        if (session.authenticated) {
          await bringBegun()
          return navigate(href('content'), { replace: true })
        }
        // the reply with the session was lost, and a retry returns none: the code host signs in again
        return location.assign(codeHostAddress())
      },
    },
  )

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
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
      <AgreementFields register={register} errors={errors} busy={busy} refusal={refusal} />
    </form>
  )
}

/** The request body, without empty values. */
function bodyOf({ name, couponCode, newsletter, termsAccepted }: Entered) {
  const code = couponCode.trim()
  return { name: name.trim(), newsletter, termsAccepted, ...(code && { couponCode: code }) }
}

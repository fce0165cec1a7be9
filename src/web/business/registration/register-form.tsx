import { useForm } from 'react-hook-form'
import type { Registration } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { checkRegistration } from '#domain/accounts/account.ts'
import { AgreementFields } from '#web/identity/accounts/agreement-fields.tsx'
import { checkedBy, faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { PersonFields, personFields, useAddressPutRight } from '#web/identity/accounts/person-fields.tsx'
import { call } from '#web/platform/site/api.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'

const empty = {
  name: '',
  email: '',
  password: '',
  passwordConfirmation: '',
  couponCode: '',
  newsletter: false,
  termsAccepted: false,
}
type Entered = typeof empty
/** Input restored into the form to correct the address, with empty passwords. */
export type Typed = Entered

type RegisterFormProps = {
  /** The link's code; empty for none. */
  coupon: string
  /** The input sent before, whose address must be corrected; undefined the first time. */
  typed: Typed | undefined
  /** The page to return to. */
  next: string | undefined
  onRegistered: (email: string, typed: Typed) => void
}

/** Registration (product.md section 2), validated by the rules shared with the server. */
export function RegisterForm({ coupon, typed, next, onRegistered }: RegisterFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { ...empty, couponCode: coupon, ...typed },
    resolver: checkedBy(checkRegistration, faultSentence),
  })
  const { errors } = formState
  const { busy, refusal, send } = useCall(
    (entered: Entered, { keyOf }) => {
      const body = { ...registrationOf(entered), ...(next !== undefined && { next }) }
      return call(sessionCalls.register, { body, idempotencyKey: keyOf(body) })
    },
    {
      ...atFormFields(empty, setError),
      onDone: ({ body }, entered) =>
        onRegistered(body.email, { ...entered, password: '', passwordConfirmation: '' }),
    },
  )
  useAddressPutRight(typed !== undefined, setFocus)

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
      <PersonFields fields={personFields(register)} errors={errors} />
      <AgreementFields register={register} errors={errors} busy={busy} refusal={refusal} />
    </form>
  )
}

/** Returns the request body, without the repeated password and empty values. */
function registrationOf(entered: Entered): Registration {
  const couponCode = entered.couponCode.trim()
  return {
    name: entered.name.trim(),
    email: entered.email.trim(),
    password: entered.password,
    newsletter: entered.newsletter,
    termsAccepted: entered.termsAccepted,
    ...(couponCode && { couponCode }),
  }
}

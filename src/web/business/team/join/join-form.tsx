import { useForm } from 'react-hook-form'
import { teamCalls } from '#contract/team/team-calls.ts'
import { checkJoining } from '#domain/team/invite.ts'
import { m } from '#messages/generated/messages.js'
import { checkedBy, faultSentence } from '#web/identity/accounts/fault-sentence.ts'
import { PersonFields, personFields, useAddressPutRight } from '#web/identity/accounts/person-fields.tsx'
import { TermsSentence } from '#web/identity/accounts/terms-sentence.tsx'
import { call } from '#web/platform/site/api.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'

const empty = { name: '', email: '', password: '', passwordConfirmation: '', termsAccepted: false }
type Entered = typeof empty
/** Input restored into the form to correct the address, with empty passwords. */
export type Typed = Entered

/** Joins an account by the link with this code. Validated by the rules shared with the server. */
export function JoinForm({
  code,
  domain,
  typed,
  onJoined,
}: {
  code: string
  domain: string | null
  /** The input sent before, whose address must be corrected; undefined the first time. */
  typed: Typed | undefined
  onJoined: (email: string, typed: Typed) => void
}) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { ...empty, ...typed },
    resolver: checkedBy(
      (entered: Entered) => checkJoining(entered, domain),
      (fault) =>
        fault === 'email-other-domain'
          ? m.join_email_other_domain({ domain: domain ?? '' })
          : faultSentence(fault),
    ),
  })
  const { errors } = formState
  const { busy, refusal, send } = useCall(
    ({ name, email, password, termsAccepted }: Entered, { keyOf }) => {
      const body = { code, name: name.trim(), email: email.trim(), password, termsAccepted }
      return call(teamCalls.join, { body, idempotencyKey: keyOf(body) })
    },
    {
      ...atFormFields(empty, setError),
      onDone: ({ body }, entered) =>
        onJoined(body.email, { ...entered, password: '', passwordConfirmation: '' }),
    },
  )
  useAddressPutRight(typed !== undefined, setFocus)

  return (
    <form noValidate className="mt-6 grid gap-5" onSubmit={handleSubmit(send)}>
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
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {m.join_button()}
      </Button>
    </form>
  )
}

import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Proof } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/platform/site/api.ts'
import { type Replied, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { PasswordField } from '#web/platform/ui/password-field.tsx'

/** How users prove their identity; `mailed` for users who have neither of the others. */
type Method = 'password' | 'code' | 'mailed'

type ProofOptions<Made, Subject> = {
  title: string
  make: (proof: Proof, subject: Subject) => Promise<Made>
  onDone: (reply: Replied<Made>, subject: Subject) => unknown
}

type Proving<Subject> = {
  begin: (subject: Subject) => void
  busy: boolean
  /** The subject of the call in flight. */
  sending: Subject | undefined
  refusal: string | undefined
  problem: CallProblem | undefined
  dialog: ReactNode
}

/**
 * Makes a call that may require a proof of identity: first without one, so that the server says which proofs it
 * accepts; then with the input of `dialog`, which must be rendered. `subject` is passed to `begin`, such as a row of a
 * list.
 */
export function useProof<Made, Subject = void>({
  title,
  make,
  onDone,
}: ProofOptions<Made, Subject>): Proving<Subject> {
  const [asked, setAsked] = useState<{ method: Method; subject: Subject }>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, sending, refusal, problem, send, forget } = useCall(
    ({ proof, subject }: { proof: Proof; subject: Subject }) => make(proof, subject),
    {
      sentenceOf: ({ code, detail }) => (askedBy[code] ? undefined : detail),
      onDone: async (reply, { subject }) => {
        const outcome = await onDone(reply, subject)
        setAsked(undefined)
        return outcome
      },
      onRefused: (refused, { subject }) => {
        const method = refused instanceof CallProblem ? askedBy[refused.code] : undefined
        if (method) return setAsked({ method, subject })
        field.current?.select()
      },
    },
  )
  const close = () => {
    forget()
    setAsked(undefined)
  }
  const dialog = (
    <Modal title={asked ? title : ''} onClose={close} initialFocus={field}>
      {asked ? (
        <ProofForm
          key={asked.method}
          field={field}
          method={asked.method}
          busy={busy}
          refusal={refusal}
          onProof={(proof) => send({ proof, subject: asked.subject })}
          onMethod={(method) => {
            forget()
            setAsked({ ...asked, method })
          }}
        />
      ) : null}
    </Modal>
  )
  return {
    begin: (subject) => send({ proof: {}, subject }),
    busy,
    sending: sending?.subject,
    refusal: asked ? undefined : refusal,
    problem,
    dialog,
  }
}

const askedBy: Readonly<Record<string, Method>> = {
  'proof-required': 'password',
  'mailed-code-required': 'mailed',
}

type ProofFormProps = {
  field: RefObject<HTMLInputElement | null>
  method: Method
  busy: boolean
  refusal: string | undefined
  onProof: (proof: Proof) => void
  onMethod: (method: Method) => void
}

function ProofForm({ field, method, busy, refusal, onProof, onMethod }: ProofFormProps) {
  const [entered, setEntered] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = () => {
    setMissing(entered.trim() === '')
    if (entered.trim() !== '')
      onProof(method === 'password' ? { currentPassword: entered } : { code: entered })
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ProofField
        ref={field}
        method={method}
        isMissing={missing}
        value={entered}
        onChange={(event) => setEntered(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {method === 'mailed' ? null : (
          <button
            type="button"
            className="link text-sm"
            onClick={() => onMethod(method === 'password' ? 'code' : 'password')}
          >
            {method === 'password' ? m.proof_use_code() : m.proof_use_password()}
          </button>
        )}
        <Button type="submit" variant="primary" busy={busy} className="ml-auto">
          {m.prompt_submit()}
        </Button>
      </div>
    </form>
  )
}

type ProofFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  method: Method
  isMissing: boolean
  value: string
  onChange: (event: { target: { value: string } }) => void
}

function ProofField({ method, isMissing, ...common }: ProofFieldProps) {
  if (method === 'password')
    return (
      <PasswordField
        {...common}
        label={m.current_password()}
        autoComplete="current-password"
        error={isMissing ? m.prompt_password_missing() : undefined}
      />
    )
  return (
    <>
      {method === 'mailed' ? <p className="text-sm text-muted">{m.proof_mailed()}</p> : null}
      <Field
        {...common}
        label={method === 'mailed' ? m.proof_mailed_code() : m.proof_code()}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        error={isMissing ? m.second_step_missing() : undefined}
      />
    </>
  )
}

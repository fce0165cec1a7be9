import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Proof } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem } from '#web/site/api.ts'
import { type Replied, useCall } from '#web/site/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** What a user proves to be themselves with; `mailed` for whoever has neither of the others. */
type Method = 'password' | 'code' | 'mailed'

/**
 * Does something that asks who the user is: sent without a proof first, so that the server says which one it takes; then
 * with what was entered in `dialog`, which has to be rendered.
 */
export function useProof<Made>({
  title,
  make,
  onDone,
}: {
  title: string
  make: (proof: Proof) => Promise<Made>
  onDone: (reply: Replied<Made>) => unknown
}): {
  begin: () => void
  busy: boolean
  refusal: string | undefined
  problem: CallProblem | undefined
  dialog: ReactNode
} {
  const [method, setMethod] = useState<Method>()
  const field = useRef<HTMLInputElement>(null)
  const { busy, refusal, problem, send, forget } = useCall((proof: Proof) => make(proof), {
    sentenceOf: ({ code, detail }) => (askedBy[code] ? undefined : detail),
    onDone: async (reply) => {
      const outcome = await onDone(reply)
      setMethod(undefined)
      return outcome
    },
    onRefused: (refused) => {
      const wanted = refused instanceof CallProblem ? askedBy[refused.code] : undefined
      if (wanted) return setMethod(wanted)
      field.current?.select()
    },
  })
  const close = () => {
    forget()
    setMethod(undefined)
  }
  const dialog = (
    <Modal title={method ? title : ''} onClose={close} initialFocus={field}>
      {method ? (
        <ProofForm
          key={method}
          field={field}
          method={method}
          busy={busy}
          refusal={refusal}
          onProof={send}
          onMethod={(other) => {
            forget()
            setMethod(other)
          }}
        />
      ) : null}
    </Modal>
  )
  return { begin: () => send({}), busy, refusal: method ? undefined : refusal, problem, dialog }
}

const askedBy: Readonly<Record<string, Method>> = {
  'proof-required': 'password',
  'mailed-code-required': 'mailed',
}

function ProofForm({
  field,
  method,
  busy,
  refusal,
  onProof,
  onMethod,
}: {
  field: RefObject<HTMLInputElement | null>
  method: Method
  busy: boolean
  refusal: string | undefined
  onProof: (proof: Proof) => void
  onMethod: (method: Method) => void
}) {
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

function ProofField({
  method,
  isMissing,
  ...common
}: {
  ref: RefObject<HTMLInputElement | null>
  method: Method
  isMissing: boolean
  value: string
  onChange: (event: { target: { value: string } }) => void
}) {
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

import { type FormEvent, useRef, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import type { CardFormProps } from './card-provider.ts'
import { type Registered, useRegisterCard } from './register-card.ts'
import { useSandboxBank } from './sandbox-bank.tsx'
import { TestNumbers } from './test-numbers.tsx'

type Card = { readonly number: string; readonly expires: string; readonly cvc: string }

/** What a listed number is filled in with: the sandbox takes any month that is still to come, and any three digits. */
const filling = { expires: '12/49', cvc: '123' }

/** The sandbox's card form: takes the well-known test numbers, and says so before somebody enters a card of theirs. */
export default function SandboxCardForm({ submitLabel, onRegistered }: CardFormProps) {
  const [card, setCard] = useState<Card>({ number: '', expires: '', cvc: '' })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const { ask, dialog } = useSandboxBank()
  const { submit, busy, refusal } = useRegisterCard(onRegistered)
  const button = useRef<HTMLButtonElement>(null)

  const enter = async (): Promise<Registered> => {
    const setup = await call(billingCalls.setupIntent, { params: { provider: 'sandbox' } })
    if (setup instanceof CallProblem) return { refusal: setup.detail }
    const { clientSecret } = setup.body
    const entered = await call(billingCalls.enterSandboxCard, { body: { clientSecret, ...card } })
    if (entered instanceof CallProblem) {
      setFaults(entered.errors)
      const atField = ['number', 'expires', 'cvc'].some((field) => field in entered.errors)
      return { refusal: atField ? undefined : entered.detail }
    }
    if (entered.body.status === 'requires-action') {
      const refused = await ask(clientSecret)
      if (refused !== undefined) return { refusal: refused }
    }
    return { done: entered.body.setupIntent }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingFields(card)
    setFaults(missing)
    if (Object.keys(missing).length === 0) submit(enter)
  }
  const change = (part: Partial<Card>) => {
    setCard({ ...card, ...part })
    setFaults({})
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <p className="text-sm text-muted">{m.card_sandbox_lead()}</p>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={m.card_number()}
          className="col-span-2"
          autoComplete="off"
          inputMode="numeric"
          maxLength={30}
          error={faults.number}
          value={card.number}
          onChange={(event) => change({ number: event.target.value })}
        />
        <Field
          label={m.card_expires()}
          placeholder={m.card_expires_example()}
          autoComplete="off"
          inputMode="numeric"
          maxLength={7}
          error={faults.expires}
          value={card.expires}
          onChange={(event) => change({ expires: event.target.value })}
        />
        <Field
          label={m.card_cvc()}
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          error={faults.cvc}
          value={card.cvc}
          onChange={(event) => change({ cvc: event.target.value })}
        />
      </div>
      <TestNumbers
        onChosen={(number) => {
          change({ number, ...filling })
          button.current?.focus()
        }}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button ref={button} type="submit" variant="primary" size="large" busy={busy}>
        {submitLabel}
      </Button>
      {dialog}
    </form>
  )
}

function missingFields({ number, expires, cvc }: Card): Record<string, string> {
  return {
    ...(number.trim() === '' && { number: m.field_card_number_unknown() }),
    ...(expires.trim() === '' && { expires: m.field_card_expires_invalid() }),
    ...(cvc.trim() === '' && { cvc: m.field_card_cvc_invalid() }),
  }
}

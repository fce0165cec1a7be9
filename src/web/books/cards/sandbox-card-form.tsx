import { useRef, useState } from 'react'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { type Faults, Refusal, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { afterwards, type CardFormProps, type Registered } from './card-provider.ts'
import { useSandboxBank } from './sandbox-bank.tsx'
import { TestNumbers } from './test-numbers.tsx'

type Card = { readonly number: string; readonly expires: string; readonly cvc: string }

/** Filled in with a listed number: the sandbox takes any future month and any three digits. */
const filling = { expires: '12/49', cvc: '123' }

/** The sandbox's card form. It takes well-known test numbers only, and says so before a real card is entered. */
export default function SandboxCardForm({
  begin = beginOfAccount,
  submitLabel,
  onRegistered,
}: CardFormProps) {
  const [card, setCard] = useState<Card>({ number: '', expires: '', cvc: '' })
  const { ask, dialog } = useSandboxBank()
  const { busy, refusal, faults, submit, forgetFaults } = useCall(
    (entered: Card) => storeCard(entered, begin, ask),
    {
      check: missingFields,
      fields: ['number', 'expires', 'cvc'],
      onDone: afterwards(onRegistered),
    },
  )
  const button = useRef<HTMLButtonElement>(null)
  const change = (part: Partial<Card>) => {
    setCard({ ...card, ...part })
    forgetFaults()
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={submit(card)}>
      <p className="text-sm text-muted">{m.card_sandbox_lead()}</p>
      <CardFields card={card} faults={faults} onChange={change} />
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

type CardFieldsProps = { card: Card; faults: Faults; onChange: (part: Partial<Card>) => void }

function CardFields({ card, faults, onChange }: CardFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field
        label={m.card_number()}
        className="col-span-2"
        autoComplete="off"
        inputMode="numeric"
        maxLength={30}
        error={faults.number}
        value={card.number}
        onChange={(event) => onChange({ number: event.target.value })}
      />
      <Field
        label={m.card_expires()}
        placeholder={m.card_expires_example()}
        autoComplete="off"
        inputMode="numeric"
        maxLength={7}
        error={faults.expires}
        value={card.expires}
        onChange={(event) => onChange({ expires: event.target.value })}
      />
      <Field
        label={m.card_cvc()}
        autoComplete="off"
        inputMode="numeric"
        maxLength={4}
        error={faults.cvc}
        value={card.cvc}
        onChange={(event) => onChange({ cvc: event.target.value })}
      />
    </div>
  )
}

function beginOfAccount() {
  return call(billingCalls.setupIntent, { params: { provider: 'sandbox' } })
}

/** Stores the card with the sandbox, whose bank may ask for a confirmation. Resolves to the id of its setup intent. */
async function storeCard(
  card: Card,
  begin: NonNullable<CardFormProps['begin']>,
  ask: (clientSecret: string) => Promise<string | undefined>,
): Promise<Registered> {
  const setup = await begin()
  if (setup instanceof CallProblem) return setup
  const { clientSecret } = setup.body
  const entered = await call(billingCalls.enterSandboxCard, { body: { clientSecret, ...card } })
  if (entered instanceof CallProblem) return entered
  if (entered.body.status === 'requires-action') {
    const refused = await ask(clientSecret)
    if (refused !== undefined) return new Refusal(refused)
  }
  return entered.body.setupIntent
}

function missingFields({ number, expires, cvc }: Card): Record<string, string> {
  return {
    ...(number.trim() === '' && { number: m.field_card_number_unknown() }),
    ...(expires.trim() === '' && { expires: m.field_card_expires_invalid() }),
    ...(cvc.trim() === '' && { cvc: m.field_card_cvc_invalid() }),
  }
}

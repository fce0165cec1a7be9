import type { FormEvent } from 'react'
import { useState } from 'react'
import { declarationCalls } from '#contract/declaration-calls.ts'
import { m } from '#messages/generated/messages.js'
import { newIdempotencyKey } from '#web/accounts/idempotency-key.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckStep, type Fact } from './check-step.tsx'
import { DeclarationPage } from './declaration-page.tsx'
import { PersonFields } from './person-fields.tsx'
import { Receipt } from './receipt.tsx'
import { receivedAtText } from './received-at.ts'
import { useDeclaration } from './use-declaration.ts'

const empty = { name: '', email: '', contract: '' }

/** Withdrawing from a contract without logging in, in two steps (German Civil Code, section 356a). */
export function Component() {
  const [keyOf] = useState(newIdempotencyKey)
  const { form, change, step, received, ...declaration } = useDeclaration(empty, (entered) => {
    const contract = entered.contract.trim()
    const body = { name: entered.name.trim(), email: entered.email.trim(), ...(contract && { contract }) }
    return call(declarationCalls.declareWithdrawal, { body, idempotencyKey: keyOf(body) })
  })
  const facts: readonly Fact[] = [
    [m.declaration_name(), form.name],
    [m.declaration_email(), form.email],
    [m.declaration_contract(), form.contract],
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    declaration.check()
  }
  return (
    <DeclarationPage
      page={m.withdrawal_page()}
      title={m.withdrawal_title()}
      step={step}
      lead={m.withdrawal_lead()}
    >
      {step === 1 ? (
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <PersonFields form={form} faults={declaration.faults} onChange={change} />
          <Button type="submit" variant="primary" size="large">
            {m.declaration_next()}
          </Button>
        </form>
      ) : null}
      {step === 2 ? (
        <CheckStep
          lead={m.withdrawal_check_lead()}
          facts={facts}
          sendLabel={m.withdrawal_send()}
          busy={declaration.busy}
          refusal={declaration.refusal}
          onBack={declaration.back}
          onSend={declaration.send}
        />
      ) : null}
      {received ? (
        <Receipt
          sentence={m.withdrawal_received({ moment: receivedAtText(received.receivedAt) })}
          next={m.withdrawal_received_next()}
          email={form.email}
          facts={facts}
        />
      ) : null}
    </DeclarationPage>
  )
}

import type { FormEvent } from 'react'
import { declarationCalls } from '#contract/billing/declaration-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { Button } from '#web/platform/ui/button.tsx'
import type { Fact } from './check-step.tsx'
import { CheckedSteps } from './checked-steps.tsx'
import { DeclarationPage } from './declaration-page.tsx'
import { PersonFields } from './person-fields.tsx'
import { useDeclaration } from './use-declaration.ts'

const empty = { name: '', email: '', contract: '' }

/** Withdrawing from a contract without logging in, in two steps (German Civil Code, section 356a). */
export function Component() {
  const declaration = useDeclaration(empty, (entered, { keyOf }) => {
    const contract = entered.contract.trim()
    const body = { name: entered.name.trim(), email: entered.email.trim(), ...(contract && { contract }) }
    return call(declarationCalls.declareWithdrawal, { body, idempotencyKey: keyOf(body) })
  })
  const { form, change, step } = declaration
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
      <CheckedSteps
        declaration={declaration}
        email={form.email}
        facts={facts}
        lead={m.withdrawal_check_lead()}
        sendLabel={m.withdrawal_send()}
        receivedSentence={m.withdrawal_received}
        next={m.withdrawal_received_next()}
      />
    </DeclarationPage>
  )
}

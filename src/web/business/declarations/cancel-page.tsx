import { type Cancellation, declarationCalls } from '#contract/billing/declaration-calls.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { call } from '#web/platform/site/api.ts'
import { CancelForm, type CancellationForm } from './cancel-form.tsx'
import type { Fact } from './check-step.tsx'
import { CheckedSteps } from './checked-steps.tsx'
import { DeclarationPage } from './declaration-page.tsx'
import { useDeclaration } from './use-declaration.ts'

const empty: CancellationForm = {
  name: '',
  email: '',
  contract: '',
  kind: 'ordinary',
  reason: '',
  endsOn: undefined,
}

/** Cancels a contract without a login, in two steps (German Civil Code, section 312k). */
export function Component() {
  const declaration = useDeclaration(empty, (entered, { keyOf }) => {
    const body = bodyOf(entered)
    return call(declarationCalls.declareCancellation, { body, idempotencyKey: keyOf(body) })
  })
  const { form, change, step } = declaration
  const facts = factsOf(form)
  return (
    <DeclarationPage
      page={m.cancellation_page()}
      title={m.cancellation_title()}
      step={step}
      lead={m.cancellation_lead()}
    >
      {step === 1 ? (
        <CancelForm form={form} faults={declaration.faults} onChange={change} onCheck={declaration.check} />
      ) : null}
      <CheckedSteps
        declaration={declaration}
        email={form.email}
        facts={facts}
        lead={m.cancellation_check_lead()}
        sendLabel={m.cancellation_send()}
        receivedSentence={m.cancellation_received}
        next={m.cancellation_received_next()}
      />
    </DeclarationPage>
  )
}

function bodyOf({ name, email, contract, kind, reason, endsOn }: CancellationForm): Cancellation {
  return {
    name: name.trim(),
    email: email.trim(),
    kind,
    ...(contract.trim() && { contract: contract.trim() }),
    ...(kind === 'extraordinary' && { reason: reason.trim() }),
    ...(endsOn && { endsOn }),
  }
}

function factsOf({ name, email, contract, kind, reason, endsOn }: CancellationForm): readonly Fact[] {
  return [
    [m.declaration_name(), name],
    [m.declaration_email(), email],
    [m.declaration_contract(), contract],
    [m.cancellation_kind(), kind === 'ordinary' ? m.cancellation_ordinary() : m.cancellation_extraordinary()],
    ...(kind === 'extraordinary' ? [[m.cancellation_reason(), reason] as const] : []),
    [m.cancellation_ends(), endsOn ? formatDay(endsOn, getLocale()) : m.cancellation_soonest()],
  ]
}

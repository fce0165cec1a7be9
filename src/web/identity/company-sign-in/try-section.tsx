import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { StepSection } from './step-section.tsx'

/** The owner's try, which opens company sign-in to the users. */
export function TrySection({ company: { domain, isTried } }: { company: Company }) {
  const { busy, refusal, send } = useCall(() => call(companyCalls.tryCompany), {
    onDone: ({ body }) => location.assign(body.address),
  })
  return (
    <StepSection title={m.company_try_title()} text={m.company_try_text()}>
      {isTried ? <p>{m.company_tried({ domain })}</p> : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant={isTried ? 'plain' : 'primary'} busy={busy} onClick={() => send()}>
        {isTried ? m.company_try_again() : m.company_try()}
      </Button>
    </StepSection>
  )
}

import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useProof } from '#web/identity/code-host/proof-dialog.tsx'
import { call } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import type { OnChange } from './domain-section.tsx'
import { StepSection } from './step-section.tsx'

/** Whether users with a contact of the domain may use their passwords. */
export function OnlySection({
  company: { domain, isOnly },
  onChange,
}: {
  company: Company
  onChange: OnChange
}) {
  const { begin, busy, refusal, dialog } = useProof({
    title: m.company_only_prompt(),
    make: (proof) => call(companyCalls.changeCompanyOnly, { body: { isOnly: !isOnly, ...proof } }),
    onDone: ({ body }) => onChange(body),
  })
  return (
    <StepSection title={m.company_only_title()} text={m.company_only_text({ domain })}>
      {isOnly ? <p>{m.company_only_on({ domain })}</p> : null}
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button busy={busy} onClick={() => begin()}>
        {isOnly ? m.company_only_switch_off() : m.company_only_switch_on()}
      </Button>
      {dialog}
    </StepSection>
  )
}

import { companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useProof } from '#web/identity/code-host/proof-dialog.tsx'
import { call } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import type { OnChange } from './domain-section.tsx'
import { StepSection } from './step-section.tsx'

/** Ends company sign-in. */
export function EndSection({ onChange }: { onChange: OnChange }) {
  const { begin, busy, refusal, dialog } = useProof({
    title: m.company_end_prompt(),
    make: (body) => call(companyCalls.endCompany, { body }),
    onDone: ({ body }) => {
      onChange(body)
      notify(m.company_ended(), 'success')
    },
  })
  return (
    <StepSection title={m.company_end_title()} text={m.company_end_text()}>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button busy={busy} onClick={() => begin()}>
        {m.company_end()}
      </Button>
      {dialog}
    </StepSection>
  )
}

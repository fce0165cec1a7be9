import { useState } from 'react'
import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { StepSection, Values } from './step-section.tsx'

export type OnChange = (next: { company: Company | null }) => void

/** The domain and the DNS record that proves it. */
export function DomainSection({ company, onChange }: { company: Company | null; onChange: OnChange }) {
  return (
    <StepSection title={m.company_domain_title()} text={m.company_domain_text()}>
      {company?.isProven ? (
        <p>{m.company_proven({ domain: company.domain })}</p>
      ) : (
        <>
          {company?.provider ? null : <DomainForm company={company} onChange={onChange} />}
          {company ? <ProveRecord company={company} onChange={onChange} /> : null}
        </>
      )}
    </StepSection>
  )
}

function DomainForm({ company, onChange }: { company: Company | null; onChange: OnChange }) {
  const [domain, setDomain] = useState(company?.domain ?? '')
  const { busy, refusal, faults, submit } = useCall(
    (typed: string) => call(companyCalls.beginCompany, { body: { domain: typed } }),
    { fields: ['domain'], onDone: ({ body }) => onChange(body) },
  )
  return (
    <form noValidate className="grid w-full max-w-md gap-4" onSubmit={submit(domain)}>
      <Field
        label={m.company_domain()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        maxLength={254}
        error={faults.domain}
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button
        type="submit"
        busy={busy}
        variant={company ? 'plain' : 'primary'}
        className="justify-self-start"
      >
        {m.company_domain_begin()}
      </Button>
    </form>
  )
}

function ProveRecord({ company, onChange }: { company: Company; onChange: OnChange }) {
  const { busy, refusal, send } = useCall(() => call(companyCalls.proveCompany), {
    onDone: ({ body }) => {
      onChange(body)
      notify(m.company_proven_now(), 'success')
    },
  })
  return (
    <>
      <p className="max-w-prose">{m.company_record_text()}</p>
      <Values
        values={[
          [m.company_record_name(), company.record.name],
          [m.company_record_value(), company.record.value],
        ]}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button variant="primary" busy={busy} onClick={() => send()}>
        {m.company_prove()}
      </Button>
    </>
  )
}

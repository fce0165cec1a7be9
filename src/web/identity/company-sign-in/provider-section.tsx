import { useState } from 'react'
import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useProof } from '#web/identity/code-host/proof-dialog.tsx'
import { call } from '#web/platform/site/api.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import type { OnChange } from './domain-section.tsx'
import { StepSection, Values } from './step-section.tsx'

/** The addresses to enter at the provider, and what the provider gives: issuer and client. */
export function ProviderSection({ company, onChange }: { company: Company; onChange: OnChange }) {
  const [changing, setChanging] = useState(company.provider === null)
  return (
    <StepSection title={m.company_provider_title()} text={m.company_provider_text()}>
      <Values
        values={[
          [m.company_redirect_uri(), company.redirectUri],
          [m.company_logout_uri(), company.logoutUri],
          ...(company.provider && !changing
            ? ([
                [m.company_issuer(), company.provider.issuer],
                [m.company_client_id(), company.provider.clientId],
              ] as const)
            : []),
        ]}
      />
      {changing ? (
        <ProviderForm
          company={company}
          onChange={(next) => {
            onChange(next)
            setChanging(false)
          }}
          onCancel={company.provider ? () => setChanging(false) : undefined}
        />
      ) : (
        <Button onClick={() => setChanging(true)}>{m.company_change()}</Button>
      )}
    </StepSection>
  )
}

type ProviderFormProps = {
  company: Company
  onChange: OnChange
  onCancel: (() => void) | undefined
}

function ProviderForm({ company: { provider }, onChange, onCancel }: ProviderFormProps) {
  const { entered, setEntered, proof } = useProviderChange(provider, onChange)
  const { begin, busy, refusal, problem, dialog } = proof
  const errors = problem?.errors ?? {}
  const fieldOf = (name: keyof typeof entered) => ({
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    error: errors[name],
    value: entered[name],
    onChange: (event: { target: { value: string } }) =>
      setEntered({ ...entered, [name]: event.target.value }),
  })
  const isSaidAtFields = Object.keys(errors).length > 0
  return (
    <form
      noValidate
      className="grid w-full max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        begin(entered)
      }}
    >
      <Field
        label={m.company_issuer()}
        hint={m.company_issuer_hint()}
        inputMode="url"
        {...fieldOf('issuer')}
      />
      <Field label={m.company_client_id()} {...fieldOf('clientId')} />
      <Field
        label={m.company_client_secret()}
        type="password"
        {...(provider && { hint: m.company_secret_hint() })}
        {...fieldOf('clientSecret')}
        autoComplete="new-password"
      />
      {refusal && !isSaidAtFields ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {m.company_save()}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            {m.company_cancel()}
          </Button>
        ) : null}
      </div>
      {dialog}
    </form>
  )
}

/** The entered values, and the call that saves them. */
function useProviderChange(provider: Company['provider'], onChange: OnChange) {
  const [entered, setEntered] = useState({
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
  })
  const proof = useProof({
    title: m.company_save_prompt(),
    make: (proof, { clientSecret, ...rest }: typeof entered) =>
      call(companyCalls.changeCompanyProvider, {
        body: { ...rest, ...(clientSecret && { clientSecret }), ...proof },
      }),
    onDone: ({ body }) => {
      onChange(body)
      notify(m.company_saved(), 'success')
    },
  })
  return { entered, setEntered, proof }
}

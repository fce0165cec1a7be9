import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useProof } from '#web/identity/code-host/proof-dialog.tsx'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { call } from '#web/platform/site/api.ts'
import { read } from '#web/platform/site/queries.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { CompanyProblem } from './company-problem.tsx'
import { DomainSection, type OnChange } from './domain-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { StepSection } from './step-section.tsx'

const companyQuery = queryOptions({
  queryKey: ['company-sign-in'],
  queryFn: ({ signal }) => read(companyCalls.company, { signal }),
})

/** Company sign-in of an account, step by step, for its owner. */
export function Component() {
  return (
    <AccountPage title={m.company_page()} signedOut={m.company_signed_out()}>
      {(session) =>
        session.permissions.includes('account.manage') ? (
          <SetUp />
        ) : (
          <EmptyState level={2} title={m.company_page()}>
            {m.company_not_yours()}
          </EmptyState>
        )
      }
    </AccountPage>
  )
}

function SetUp() {
  const { data, error, refetch, isFetching } = useQuery(companyQuery)
  const client = useQueryClient()
  useTriedNotice(data?.company)
  if (error && !data) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!data) return <Skeleton className="h-16" />
  const { company } = data
  const onChange = (next: { company: Company | null }) => client.setQueryData(companyQuery.queryKey, next)
  return (
    <>
      <p className="max-w-prose text-muted">{m.company_lead()}</p>
      <CompanyProblem />
      <DomainSection company={company} onChange={onChange} />
      {company?.isProven ? (
        <ProviderSection key={company.provider?.issuer} company={company} onChange={onChange} />
      ) : null}
      {company?.isProven && company.provider ? <TrySection company={company} /> : null}
      {company?.isProven && company.isTried ? <OnlySection company={company} onChange={onChange} /> : null}
      {company ? <EndSection onChange={onChange} /> : null}
    </>
  )
}

/** Announces a successful try once after returning from the provider, not on later visits to the URL. */
function useTriedNotice(company: Company | null | undefined): void {
  const [search, setSearch] = useSearchParams()
  const email = company?.isTried ? search.get('tried') : null
  useEffect(() => {
    if (email === null) return
    notify(m.company_tried_as({ email }), 'success')
    setSearch({}, { replace: true })
  }, [email, setSearch])
}

/** The owner's try, which opens company sign-in to the users. */
function TrySection({ company: { domain, isTried } }: { company: Company }) {
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

/** Ends company sign-in. */
function EndSection({ onChange }: { onChange: OnChange }) {
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

/** Whether users with a contact of the domain may use their passwords. */
function OnlySection({ company: { domain, isOnly }, onChange }: { company: Company; onChange: OnChange }) {
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

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Company, companyCalls } from '#contract/accounts/company-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { read } from '#web/platform/site/queries.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { CompanyProblem } from './company-problem.tsx'
import { DomainSection } from './domain-section.tsx'
import { EndSection } from './end-section.tsx'
import { OnlySection } from './only-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { TrySection } from './try-section.tsx'

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

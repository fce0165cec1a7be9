import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { formatDay, localDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { read } from '#web/platform/site/queries.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { renewSession, useConfig } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { CodeHostMark } from './code-host-button.tsx'
import { CodeHostProblem } from './code-host-problem.tsx'
import { useProof } from './proof-dialog.tsx'

/** The user's identity at the code host. */
export const identityQuery = queryOptions({
  queryKey: ['code-host'],
  queryFn: ({ signal }) => read(codeHostCalls.codeHostIdentity, { signal }),
  select: ({ identity }) => identity,
})

/** The user's identity at the code host, and whether it can sign them in. Empty if no code host is configured. */
export function CodeHostSection() {
  const { githubLogin } = useConfig()
  return githubLogin ? <Section /> : null
}

function Section() {
  const { data: identity, error, refetch } = useQuery(identityQuery)
  useLinkedNotice(identity?.login)
  return (
    <section aria-labelledby="code-host" className="grid justify-items-start gap-4">
      <div className="grid gap-1">
        <h2 id="code-host">{m.code_host_name()}</h2>
        <p className="max-w-prose text-muted">{m.code_host_lead()}</p>
      </div>
      <CodeHostProblem />
      {error instanceof CallProblem ? (
        <>
          <Alert>{error.detail}</Alert>
          <Button onClick={() => refetch()}>{m.code_host_again()}</Button>
        </>
      ) : identity === undefined ? (
        <Skeleton className="h-9 w-48" />
      ) : identity === null ? (
        <Unlinked />
      ) : (
        <Linked login={identity.login} linkedAt={identity.linkedAt} />
      )}
    </section>
  )
}

function Unlinked() {
  const { begin, busy, refusal, dialog } = useProof({
    title: m.code_host_link_prompt(),
    make: (body) => call(codeHostCalls.startCodeHostLink, { body }),
    onDone: ({ body }) => location.assign(body.address),
  })
  return (
    <>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button busy={busy} onClick={() => begin()}>
        <CodeHostMark />
        {m.code_host_link()}
      </Button>
      {dialog}
    </>
  )
}

function Linked({ login, linkedAt }: { login: string; linkedAt: string }) {
  const client = useQueryClient()
  const { begin, busy, refusal, problem, dialog } = useProof({
    title: m.code_host_unlink_prompt(),
    make: (body) => call(codeHostCalls.unlinkCodeHost, { body }),
    onDone: async ({ body }) => {
      client.setQueryData(identityQuery.queryKey, body)
      notify(m.code_host_unlinked(), 'success')
      // unlinking deleted the picture too
      await renewSession()
    },
  })

  return (
    <>
      <p>{m.code_host_linked_as({ login, day: formatDay(localDay(new Date(linkedAt)), getLocale()) })}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {problem?.code === 'password-needed' ? (
        <Link to={href('requestReset')} className="link">
          {m.code_host_choose_password()}
        </Link>
      ) : null}
      <Button busy={busy} onClick={() => begin()}>
        {m.code_host_unlink()}
      </Button>
      {dialog}
    </>
  )
}

/** Announces the link once after returning from the code host, not on later visits to the URL. */
function useLinkedNotice(login: string | undefined): void {
  const [search, setSearch] = useSearchParams()
  const cameBack = login !== undefined && search.get('linked') === login
  useEffect(() => {
    if (!cameBack) return
    notify(m.code_host_linked({ login }), 'success')
    setSearch({}, { replace: true })
  }, [cameBack, login, setSearch])
}

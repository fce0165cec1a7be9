import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { OwnSession } from '#contract/accounts/credentials.ts'
import type { CallReply } from '#contract/call.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notifications-store.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ownSessionsQuery } from './own-sessions.ts'
import { SessionRow } from './session-row.tsx'

type Reply = CallReply<typeof credentialCalls.ownSessions> | CallProblem

/** Where the user is signed in: this browser first; the others can be ended, one by one or all at once. */
export function SessionsSection() {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-1">
        {/* where the focus goes when the button that had it is gone */}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {m.sessions_title()}
        </h2>
        <p className="max-w-prose text-muted">{m.sessions_lead()}</p>
      </div>
      {data ? (
        <Sessions sessions={data.sessions} heading={heading} />
      ) : error ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{error instanceof CallProblem ? error.detail : m.failure()}</Alert>
          <Button onClick={() => refetch()}>{m.sign_in_again()}</Button>
        </div>
      ) : (
        <Skeleton className="h-16 w-full rounded-card" />
      )}
    </section>
  )
}

function Sessions({
  sessions,
  heading,
}: {
  sessions: readonly OwnSession[]
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const client = useQueryClient()
  /** What is being ended: a session by its id, or all others. */
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()

  const end = async (what: string, ending: () => Promise<Reply>, done: string) => {
    if (busy !== undefined) return
    setBusy(what)
    setRefusal(undefined)
    const reply = await ending()
    setBusy(undefined)
    if (!(reply instanceof CallProblem)) {
      client.setQueryData(ownSessionsQuery.queryKey, reply.body)
      notify(done, 'success')
      heading.current?.focus()
    } else if (reply.code === 'not-found')
      await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey })
    else setRefusal(reply.detail)
  }
  const endOne = (id: string) =>
    end(id, () => call(credentialCalls.endOwnSession, { params: { id } }), m.sessions_ended())
  const endOthers = () =>
    end('others', () => call(credentialCalls.endOtherSessions), m.sessions_others_ended())

  return (
    <>
      <ul className="card divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy === session.id}
            onEnd={session.current ? undefined : () => endOne(session.id)}
          />
        ))}
      </ul>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {sessions.some(({ current }) => !current) ? (
        <Button className="justify-self-start" busy={busy === 'others'} onClick={endOthers}>
          {m.sessions_end_others()}
        </Button>
      ) : null}
    </>
  )
}

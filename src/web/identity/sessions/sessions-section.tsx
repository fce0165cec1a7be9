import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useId, useRef } from 'react'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import type { OwnSession, Proof } from '#contract/accounts/credentials.ts'
import { m } from '#messages/generated/messages.js'
import { useProof } from '#web/identity/code-host/proof-dialog.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { read } from '#web/platform/site/queries.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { momentText } from '#web/platform/ui/moment-text.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { browserWords } from './browser-words.ts'

/** Stands for all sessions but this one, in place of a session's id. */
const others = 'others'

/** The user's sessions. */
const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => read(credentialCalls.ownSessions, { signal }),
})

/** The user's sessions, this browser's first. The others can be ended one by one or all at once. */
export function SessionsSection() {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery(ownSessionsQuery)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-1">
        {/* gets the focus when the button that had it is removed */}
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
  const { refusal, sending, begin, dialog } = useProof({
    title: m.sessions_end_prompt(),
    make: endSession,
    onDone: ({ body }, ended: string) => {
      client.setQueryData(ownSessionsQuery.queryKey, body)
      notify(ended === others ? m.sessions_others_ended() : m.sessions_ended(), 'success')
      heading.current?.focus()
    },
  })

  return (
    <>
      <ul className="card divide-y divide-line">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={sending === session.id}
            onEnd={session.current ? undefined : () => begin(session.id)}
          />
        ))}
      </ul>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {sessions.some(({ current }) => !current) ? (
        <Button className="justify-self-start" busy={sending === others} onClick={() => begin(others)}>
          {m.sessions_end_others()}
        </Button>
      ) : null}
      {dialog}
    </>
  )
}

async function endSession(body: Proof, ended: string) {
  if (ended === others) return call(credentialCalls.endOtherSessions, { body })
  const reply = await call(credentialCalls.endOwnSession, { params: { id: ended }, body })
  // a session that has ended already counts as ended
  return reply instanceof CallProblem && reply.code === 'not-found'
    ? call(credentialCalls.ownSessions)
    : reply
}

/** One session; without an end button if it is this one. */
function SessionRow({
  session: { current, createdAt, lastSeenAt, userAgent, network, switched },
  busy,
  onEnd,
}: {
  session: OwnSession
  busy: boolean
  onEnd: (() => void) | undefined
}) {
  const browser = switched ? m.sessions_switched() : browserWords(userAgent)
  const since = momentText(new Date(createdAt))
  const facts = [
    m.sessions_since({ time: since }),
    ...(current ? [] : [m.sessions_last_used({ time: momentText(new Date(lastSeenAt)) })]),
    ...(network === null ? [] : [m.sessions_network({ network })]),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {browser}
          {current ? (
            <span className="ml-2 text-sm font-normal text-accent">{m.sessions_current()}</span>
          ) : null}
        </p>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {onEnd ? (
        <Button busy={busy} aria-label={m.sessions_end_of({ browser, time: since })} onClick={onEnd}>
          {m.sessions_end()}
        </Button>
      ) : null}
    </li>
  )
}

import { useEffect, useState } from 'react'
import { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { href } from '#contract/pages.ts'
import { registers, saysClosing, sells } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { NarrowPage } from '#web/platform/layout/narrow-page.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { Navigate } from '#web/platform/site/router.tsx'
import { useConfig, useSession } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { CodeHostButton } from './code-host-button.tsx'
import { type Arrival, CodeHostForm } from './code-host-form.tsx'

/** Completes a registration begun at the code host; logged-in users are sent on to the content. */
export function Component() {
  const { serviceMode, trialDays } = useConfig()
  const session = useSession()
  const arrival = useArrivalFromCodeHost()
  if (session?.authenticated) return <Navigate to={href('content')} replace />
  if (arrival === null || arrival instanceof CallProblem) return <Nobody problem={arrival?.detail} />
  return (
    <NarrowPage page={m.register_page()} title={m.code_host_register_title()}>
      <p className="mt-2 text-muted">
        {sells(serviceMode) && trialDays > 0
          ? m.code_host_register_trial({ days: trialDays })
          : m.code_host_register_text()}
      </p>
      {saysClosing(serviceMode) ? <p className="mt-2 text-muted">{m.service_closing()}</p> : null}
      {registers(serviceMode) ? null : <p className="mt-2 text-muted">{m.register_paused()}</p>}
      {arrival ? <CodeHostForm arrival={arrival} /> : <FormSkeleton />}
    </NarrowPage>
  )
}

/** Returns the code host user who arrived in this browser: null for none, undefined until known. */
function useArrivalFromCodeHost(): Arrival | null | CallProblem | undefined {
  const [arrival, setArrival] = useState<Arrival | null | CallProblem>()
  useEffect(() => {
    let gone = false
    call(codeHostCalls.codeHostArrival).then((reply) => {
      if (!gone) setArrival(reply instanceof CallProblem ? reply : reply.body.arrival)
    })
    return () => {
      gone = true
    }
  }, [])
  return arrival
}

function Nobody({ problem = m.code_host_nobody() }: { problem: string | undefined }) {
  return (
    <NarrowPage page={m.register_page()} title={m.code_host_register_title()}>
      <div className="mt-6 grid gap-5">
        <Alert>{problem}</Alert>
        <CodeHostButton />
        <Link to={href('register')} className={buttonClass({ size: 'large' })}>
          {m.code_host_register_otherwise()}
        </Link>
      </div>
    </NarrowPage>
  )
}

function FormSkeleton() {
  return (
    <div className="mt-6 grid gap-5">
      {['name', 'email', 'coupon'].map((field) => (
        <div key={field} className="grid gap-1.5">
          <Skeleton className="h-5.5 w-24" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  )
}

import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { DemoClock } from './demo-clock.tsx'
import { DemoLogins } from './demo-logins.tsx'
import { DemoMails } from './demo-mails.tsx'
import { DemoPayments } from './demo-payments.tsx'
import { DemoServiceMode } from './demo-service-mode.tsx'

/** The demo's control panel: logins, sent mails, the clock, and the service mode. */
export function Component() {
  const { demo } = useConfig()
  return demo ? <DemoPage /> : <NotFound />
}

function DemoPage() {
  const { paymentProviders } = useConfig()
  usePageTitle(m.demo_page())
  return (
    <div className="mx-auto max-w-6xl">
      <h1>{m.demo_title()}</h1>
      <p className="mt-3 text-[1.0625rem] text-muted">{m.demo_lead()}</p>
      <p className="mt-1 text-muted">{m.demo_films()}</p>
      <div className="mt-8 grid items-start gap-4 lg:grid-cols-[25rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          <DemoLogins />
          <DemoClock />
          <DemoServiceMode />
          {paymentProviders.includes('sandbox') ? <DemoPayments /> : null}
        </div>
        <DemoMails />
      </div>
    </div>
  )
}

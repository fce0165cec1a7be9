import { useQuery, useQueryClient } from '@tanstack/react-query'
import { demoCalls } from '#contract/site/demo-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { loadSite } from '#web/platform/site/site.ts'
import { firstFault, useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { momentText } from '#web/platform/ui/moment-text.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { demoClockQuery } from './demo-queries.ts'
import { Panel } from './panel.tsx'

const steps = [
  { advance: 'P1D', text: m.demo_clock_day },
  { advance: 'P14D', text: m.demo_clock_fortnight },
  { advance: 'P30D', text: m.demo_clock_month },
  { advance: 'P1Y', text: m.demo_clock_year },
]

/** Business time, which can be moved forward to see its effects. */
export function DemoClock() {
  const client = useQueryClient()
  const { data: now } = useQuery(demoClockQuery)
  const { busy, send } = useCall(
    (advance: string) => call(demoCalls.advanceDemoClock, { body: { advance } }),
    {
      onDone: ({ body }) => {
        notify(m.demo_clock_moved({ time: momentText(new Date(body.now)) }), 'success')
        // permissions, subscriptions and mails may all have changed
        loadSite()
        client.invalidateQueries()
      },
      onRefused: (problem) => notify(firstFault(problem), 'error'),
    },
  )

  return (
    <Panel title={m.demo_clock()} lead={m.demo_clock_lead()}>
      <div className="border-t border-line px-5 py-4">
        <p className="caption">{m.demo_clock_now()}</p>
        <p className="mt-0.5 font-mono text-[0.9375rem] font-medium tracking-[-0.02em] even-digits">
          {now ? momentText(now) : <Skeleton className="my-1 h-4 w-48" />}
        </p>
        <fieldset className="mt-4">
          <legend className="caption mb-1.5">{m.demo_clock_forward()}</legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-2">
            {steps.map(({ advance, text }) => (
              <Button key={advance} className="px-1" busy={busy} onClick={() => send(advance)}>
                {text()}
              </Button>
            ))}
          </div>
        </fieldset>
        <p role="status" className="sr-only">
          {busy ? m.demo_clock_moving() : ''}
        </p>
      </div>
    </Panel>
  )
}

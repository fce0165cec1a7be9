import { useQueryClient } from '@tanstack/react-query'
import { demoCalls } from '#contract/site/demo-calls.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { loadSite, useConfig } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Choices } from '#web/platform/ui/choices.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { Panel } from './panel.tsx'

/** Switches the service mode: the site sells, pauses, is closing, or is closed. */
export function DemoServiceMode() {
  const client = useQueryClient()
  const { serviceMode } = useConfig()

  const { send } = useCall(
    (chosen: ServiceMode) => call(demoCalls.demoServiceMode, { body: { serviceMode: chosen } }),
    {
      onDone: async () => {
        await Promise.all([loadSite(), client.invalidateQueries()])
        notify(m.demo_mode_changed(), 'success')
      },
      onRefused: ({ detail }) => notify(detail, 'error'),
    },
  )

  return (
    <Panel title={m.demo_mode()}>
      <div className="border-t border-line px-5 pt-4 pb-5">
        <Choices<ServiceMode>
          label={m.demo_mode()}
          labelHidden
          stacked
          value={serviceMode}
          onChange={send}
          choices={[
            { value: 'open', label: <Mode name={m.demo_mode_open()} hint={m.demo_mode_open_hint()} /> },
            { value: 'paused', label: <Mode name={m.demo_mode_paused()} hint={m.demo_mode_paused_hint()} /> },
            { value: 'sunset', label: <Mode name={m.demo_mode_sunset()} hint={m.demo_mode_sunset_hint()} /> },
            { value: 'closed', label: <Mode name={m.demo_mode_closed()} hint={m.demo_mode_closed_hint()} /> },
          ]}
        />
      </div>
    </Panel>
  )
}

function Mode({ name, hint }: { name: string; hint: string }) {
  return (
    <>
      <span className="block font-medium">{name}</span>
      <span className="block text-[0.8125rem] leading-snug text-muted">{hint}</span>
    </>
  )
}

import { useState } from 'react'
import type { CallReply } from '#contract/call.ts'
import { adminSystemCalls } from '#contract/desk/system-calls.ts'
import type { SetServiceMode } from '#domain/service-mode.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Form } from '#web/front/desk/fields/form.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { ClosingSection } from './closing-section.tsx'

/** What the site sells and whom it registers. */
export function Component() {
  const read = useDeskRead(adminSystemCalls.serviceAtDesk, 'serviceMode')
  return (
    <AdminPage title={m.service_desk()}>
      <Loaded read={read}>
        {(data) => (
          <>
            <Service key={data.serviceMode} service={data} />
            <ClosingSection isClosed={data.serviceMode === 'closed'} isOrdered={data.closingAt !== null} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

type ServiceNow = CallReply<typeof adminSystemCalls.serviceAtDesk>['body']

const modes: Readonly<
  Record<SetServiceMode, { readonly name: () => string; readonly effect: () => string }>
> = {
  open: { name: m.service_open, effect: m.service_open_effect },
  paused: { name: m.service_paused_mode, effect: m.service_paused_effect },
  sunset: { name: m.service_sunset, effect: m.service_sunset_effect },
}

function Service({ service: { serviceMode, byEnvironment, closingAt } }: { service: ServiceNow }) {
  if (serviceMode === 'closed') return <p className="max-w-[65ch]">{m.service_is_closed()}</p>
  const { name, effect } = modes[serviceMode]
  return (
    <div className="grid max-w-[65ch] gap-5">
      {closingAt === null ? null : <Alert>{m.service_closes_at({ at: adminTime(closingAt) })}</Alert>}
      {byEnvironment ? (
        <>
          <p className="font-medium">{name()}</p>
          <p>{effect()}</p>
          <p className="caption">{m.service_by_environment()}</p>
        </>
      ) : (
        <ModeForm now={serviceMode} />
      )}
      <p className="caption">{m.service_ends_nothing()}</p>
    </div>
  )
}

function ModeForm({ now }: { now: SetServiceMode }) {
  const [chosen, setChosen] = useState(now)
  const { busy, refusal, send, dialog } = useDeskChange(adminSystemCalls.chooseServiceMode, {
    message: m.service_prompt({ mode: modes[chosen].name() }),
    done: m.service_chosen,
  })
  return (
    <Form className="grid justify-items-start gap-4" onSubmit={() => send({ serviceMode: chosen })}>
      <Choices
        label={m.service_mode()}
        stacked
        value={chosen}
        choices={(['open', 'paused', 'sunset'] as const).map((value) => ({
          value,
          label: modes[value].name(),
        }))}
        onChange={setChosen}
      />
      <p aria-live="polite">{modes[chosen].effect()}</p>
      {refusal ? <Alert>{refusal}</Alert> : null}
      <Button type="submit" variant="primary" busy={busy} disabled={chosen === now}>
        {m.service_save()}
      </Button>
      {dialog}
    </Form>
  )
}

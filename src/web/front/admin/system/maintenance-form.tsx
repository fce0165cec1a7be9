import { useState } from 'react'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import type { Maintenance } from '#domain/notices.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { NoticeButtons } from './notice-buttons.tsx'
import { NoticePeriod } from './notice-period.tsx'
import type { NoticesAtDesk } from './notices-query.ts'

/** When work on the site is planned. */
export function MaintenanceForm({ notices: { maintenance, maintenanceState } }: { notices: NoticesAtDesk }) {
  const { sellerZone } = useConfig()
  const [draft, setDraft] = useState<Maintenance>(maintenance ?? { from: '', until: '' })
  const show = useDeskChange(adminNoticeCalls.saveMaintenance, {
    message: m.notices_save_maintenance_prompt(),
    fields: ['from', 'until'],
    onDone: () => notify(m.notices_saved(), 'success'),
  })
  const remove = useDeskChange(adminNoticeCalls.saveMaintenance, {
    message: m.notices_remove_maintenance_prompt(),
    onDone: () => notify(m.notices_removed(), 'success'),
  })
  return (
    <form
      noValidate
      aria-labelledby="maintenance"
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        show.send({ maintenance: draft })
      }}
    >
      <div className="grid gap-2">
        <h2 id="maintenance">{m.notices_maintenance()}</h2>
        <p className="max-w-[65ch]">{m.notices_maintenance_lead()}</p>
        <p className="font-medium">{stateOf(maintenanceState)}</p>
      </div>
      <NoticePeriod
        period={draft}
        faults={show.faults}
        hint={m.notices_maintenance_zone({ place: placeOfZone(sellerZone) })}
        onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
      />
      {show.refusal || remove.refusal ? <Alert>{show.refusal ?? remove.refusal}</Alert> : null}
      <NoticeButtons
        showing={show.busy}
        removing={remove.busy}
        onRemove={maintenance ? () => remove.send({ maintenance: null }) : undefined}
      />
      {show.dialog}
      {remove.dialog}
    </form>
  )
}

function stateOf(state: NoticesAtDesk['maintenanceState']): string {
  if (state === null) return m.notices_state_none()
  if (state === 'coming') return m.notices_state_planned()
  return state === 'now' ? m.notices_state_running() : m.notices_state_over()
}

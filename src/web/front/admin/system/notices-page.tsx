import { useState } from 'react'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import type { Maintenance } from '#domain/notices.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useConfig } from '#web/platform/site/site.ts'
import { AnnouncementForm, type NoticesAtDesk } from './announcement-form.tsx'
import { NoticeFrame } from './notice-frame.tsx'
import { NoticePeriod } from './notice-period.tsx'

/** What is said above every page. */
export function Component() {
  const read = useDeskRead(adminNoticeCalls.noticesAtDesk, undefined)
  return (
    <AdminPage title={m.notices_page()}>
      <Loaded read={read}>
        {(data) => (
          <>
            <AnnouncementForm key={`one ${JSON.stringify(data.announcement)}`} notices={data} />
            <MaintenanceForm key={`other ${JSON.stringify(data.maintenance)}`} notices={data} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

/** When work on the site is planned. */
function MaintenanceForm({ notices: { maintenance, maintenanceState } }: { notices: NoticesAtDesk }) {
  const { sellerZone } = useConfig()
  const [draft, setDraft] = useState<Maintenance>(maintenance ?? { from: '', until: '' })
  const show = useDeskChange(adminNoticeCalls.saveMaintenance, {
    message: m.notices_save_maintenance_prompt(),
    fields: ['from', 'until'],
    done: m.notices_saved,
  })
  const remove = useDeskChange(adminNoticeCalls.saveMaintenance, {
    message: m.notices_remove_maintenance_prompt(),
    done: m.notices_removed,
  })
  return (
    <NoticeFrame
      id="maintenance"
      title={m.notices_maintenance()}
      lead={m.notices_maintenance_lead()}
      state={stateOf(maintenanceState)}
      show={show}
      remove={remove}
      onShow={() => show.send({ maintenance: draft })}
      onRemove={maintenance ? () => remove.send({ maintenance: null }) : undefined}
    >
      <NoticePeriod
        period={draft}
        faults={show.faults}
        hint={m.notices_maintenance_zone({ place: placeOfZone(sellerZone) })}
        onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
      />
    </NoticeFrame>
  )
}

function stateOf(state: NoticesAtDesk['maintenanceState']): string {
  if (state === null) return m.notices_state_none()
  if (state === 'coming') return m.notices_state_planned()
  return state === 'now' ? m.notices_state_running() : m.notices_state_over()
}

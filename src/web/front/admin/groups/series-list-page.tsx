import { useState } from 'react'
import { adminGroupCalls } from '#contract/admin/library/admin-group-calls.ts'
import { m } from '#messages/generated/messages.js'
import type { OneSeries } from '#web/front/admin/library/library-desk-queries.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { SortableList } from '#web/front/desk/sortable-list.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { SeriesDialog } from './series-dialog.tsx'
import '#web/front/admin/library/library-desk.css'

/** The series in the order in which viewers see them. */
export function Component() {
  return (
    <AdminPage title={m.library_series()}>
      <Series />
    </AdminPage>
  )
}

function Series() {
  const read = useDeskRead(adminGroupCalls.deskSeries, 'series[]')
  const [open, setOpen] = useState<{ readonly series: OneSeries | undefined }>()
  const { send, busy, refusal, dialog } = useDeskChange(adminGroupCalls.orderSeries, {
    message: m.library_prompt(),
  })
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <>
      <Button variant="primary" className="justify-self-start" onClick={() => setOpen({ series: undefined })}>
        {m.library_series_add()}
      </Button>
      {refusal ? <Alert>{refusal}</Alert> : null}
      {data.series.length === 0 ? <p className="text-muted">{m.library_series_none()}</p> : null}
      <SortableList
        label={m.library_series()}
        items={data.series}
        keyOf={({ urlKey }) => urlKey}
        nameOf={({ title }) => title}
        busy={busy}
        onOrder={(series) => send({ series: series.map(({ urlKey, version }) => ({ urlKey, version })) })}
      >
        {(series) => (
          <div className="library-item">
            <button type="button" className="link min-h-6 text-left" onClick={() => setOpen({ series })}>
              <bdi>{series.title}</bdi>
            </button>
            <span className="caption">{m.library_films_found({ count: series.videoIds.length })}</span>
            {series.isWithdrawn ? (
              <span className="library-badge" data-state="withdrawn">
                {m.library_state_withdrawn()}
              </span>
            ) : null}
          </div>
        )}
      </SortableList>
      {open ? <SeriesDialog series={open.series} onClose={() => setOpen(undefined)} /> : null}
      {dialog}
    </>
  )
}

import { broadcastCalls } from '#contract/desk/broadcast-calls.ts'
import type { Broadcast } from '#contract/desk/broadcasts.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { WriteBroadcast } from './write-broadcast.tsx'

/** Mails to many: what became of them, and the form for a new one. */
export function Component() {
  return (
    <AdminPage title={m.broadcasts()}>
      <Ordered />
      <WriteBroadcast />
    </AdminPage>
  )
}

function Ordered() {
  const { page, setPage } = useTablePlace()
  const read = useDeskTable(broadcastCalls.broadcasts, 'broadcasts[]', {
    query: page === 0 ? {} : { page: String(page) },
  })
  const stop = useDeskChange(broadcastCalls.stopBroadcast, {
    message: m.broadcast_stop_prompt(),
    done: m.broadcast_stopped,
  })
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="caption max-w-[65ch]">{m.broadcasts_hint({ count: data.perHour })}</p>
      {stop.refusal ? <Alert>{stop.refusal}</Alert> : null}
      {data.count === 0 ? (
        <p className="text-muted">{m.broadcasts_none()}</p>
      ) : (
        <DeskTable
          label={m.broadcasts()}
          columns={columns(stop.busy, (id) => stop.send({ id }))}
          rows={data.broadcasts}
          keyOf={({ id }) => id}
        />
      )}
      <TablePages table={m.broadcasts()} page={page} count={data.count} onPage={setPage} />
      {stop.dialog}
    </div>
  )
}

function columns(busy: boolean, onStop: (id: string) => void): readonly Column<Broadcast>[] {
  return [
    { title: m.broadcast_subject(), of: ({ subject }) => subject },
    { title: m.broadcast_kind(), of: ({ kind }) => kindNames[kind]() },
    { title: m.broadcast_state(), look: 'long', of: ({ state }) => stateNames[state]() },
    { title: m.broadcast_begins(), look: 'digits', of: ({ sendAt }) => adminTime(sendAt) },
    { title: m.broadcast_recipients(), look: 'amount', of: ({ recipients }) => recipients },
    { title: m.broadcast_sent(), look: 'amount', of: ({ sent }) => sent },
    { title: m.broadcast_refused(), look: 'amount', of: ({ refused }) => refused },
    { title: m.broadcast_unknown(), look: 'amount', of: ({ unknown }) => unknown },
    {
      title: m.broadcast_unsubscribed(),
      look: 'amount',
      of: ({ kind, unsubscribed }) => (kind === 'newsletter' ? unsubscribed : '–'),
    },
    actsColumn(({ id, state, subject }) =>
      state === 'scheduled' || state === 'sending' ? (
        <Button busy={busy} aria-label={m.broadcast_stop_of({ subject })} onClick={() => onStop(id)}>
          {m.broadcast_stop()}
        </Button>
      ) : null,
    ),
  ]
}

const kindNames = { newsletter: m.broadcast_newsletter, contract: m.broadcast_contract }
const stateNames = {
  scheduled: m.broadcast_scheduled,
  sending: m.broadcast_sending,
  sent: m.broadcast_state_sent,
  stopped: m.broadcast_state_stopped,
  'stopped-refusals': m.broadcast_state_refusals,
} as const satisfies Record<Broadcast['state'], () => string>

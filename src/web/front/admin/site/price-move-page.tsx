import { pathOf } from '#contract/call.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { type MovedCustomer, priceMoveCalls } from '#contract/desk/price-move-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { useParams } from '#web/platform/site/router.tsx'
import { customerColumn, priceColumns } from './price-move-columns.tsx'

/** The customers to whom prices were announced, with their answers. */
export function Component() {
  return (
    <AdminPage title={m.price_move()} back={{ href: deskHref('adminPriceMoves'), text: m.price_moves() }}>
      <Customers />
    </AdminPage>
  )
}

function Customers() {
  const { id = '' } = useParams()
  const { page, setPage } = useTablePlace()
  const read = useDeskTable(priceMoveCalls.priceMove, 'customers[]', {
    params: { id },
    query: page > 0 ? { page: String(page) } : {},
  })
  const { data } = read
  if (!data) return <ReadState read={read} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>{m.price_move_of({ name: data.move.name, count: data.count })}</p>
      <DeskTable
        label={m.price_move()}
        columns={columns()}
        rows={data.customers}
        keyOf={({ accountId }) => accountId}
      />
      <TablePages table={m.price_move()} page={page} count={data.count} onPage={setPage} />
      <DownloadLink path={pathOf(priceMoveCalls.priceMoveCsv.path, { id })} />
    </div>
  )
}

function columns(): readonly Column<MovedCustomer>[] {
  return [
    customerColumn(),
    { title: m.price_move_state(), look: 'long', of: ({ state }) => states[state]() },
    ...priceColumns(),
    {
      title: m.price_move_mailed(),
      look: 'digits',
      of: ({ mailedAt }) => (mailedAt ? adminTime(mailedAt) : '–'),
    },
    {
      title: m.price_move_agreed_at(),
      look: 'digits',
      of: ({ agreedAt }) => (agreedAt ? adminTime(agreedAt) : '–'),
    },
    { title: m.price_move_words(), look: 'long', of: ({ words }) => words ?? '–' },
  ]
}

const states: Readonly<Record<MovedCustomer['state'], () => string>> = {
  waiting: m.price_state_waiting,
  open: m.price_state_open,
  agreed: m.price_state_agreed,
  cancelled: m.price_state_cancelled,
  moved: m.price_state_moved,
  kept: m.price_state_kept,
  ended: m.price_state_ended,
  stopped: m.price_state_stopped,
  'left-out': m.price_state_left_out,
  unreached: m.price_state_unreached,
}

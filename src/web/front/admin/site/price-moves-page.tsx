import { deskHref } from '#contract/desk/desk-pages.ts'
import { type PriceMove, priceMoveCalls } from '#contract/desk/price-move-calls.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { actsColumn, type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { NewPriceMove } from './new-price-move.tsx'
import './prices.css'

/** New prices for existing customers: those that were announced, and the form for another. */
export function Component() {
  const read = useDeskRead(priceMoveCalls.priceMoves, 'moves[]')
  const { data } = read
  return (
    <AdminPage title={m.price_moves()} back={{ href: deskHref('adminPrices'), text: m.prices_page() }}>
      <ReadState read={read} />
      {data ? (
        <div className="prices-desk">
          <p className="max-w-[65ch]">{m.price_moves_hint()}</p>
          {data.moves.length > 0 ? <Moves moves={data.moves} /> : null}
          <NewPriceMove sets={data.sets} earliestDay={data.earliestDay} perHour={data.perHour} />
        </div>
      ) : null}
    </AdminPage>
  )
}

function Moves({ moves }: { moves: readonly PriceMove[] }) {
  const { ask, dialog, busy } = useAdminChange(priceMoveCalls.stopPriceMove, {
    done: m.price_move_stopped,
  })
  const onStop = ({ id, name }: PriceMove) =>
    ask({
      message: m.price_move_stop_prompt({ name }),
      body: { id },
    })
  return (
    <>
      <DeskTable
        label={m.price_moves()}
        columns={columns(busy, onStop)}
        rows={moves}
        keyOf={({ id }) => id}
      />
      {dialog}
    </>
  )
}

function columns(busy: boolean, onStop: (move: PriceMove) => void): readonly Column<PriceMove>[] {
  const count = (title: () => string, of: keyof PriceMove['counts']): Column<PriceMove> => ({
    title: title(),
    look: 'amount',
    of: ({ counts }) => counts[of],
  })
  return [
    {
      title: m.prices_name(),
      of: ({ id, name }) => <RowLink to={deskHref('adminPriceMove', { id })}>{name}</RowLink>,
    },
    { title: m.price_move_ordered(), look: 'digits', of: ({ orderedAt }) => adminTime(orderedAt) },
    { title: m.price_move_day(), look: 'digits', of: ({ startsAt }) => billingDay(startsAt) },
    { title: m.price_move_otherwise(), look: 'long', of: ({ otherwise }) => otherwiseText[otherwise]() },
    count(m.price_move_waiting, 'waiting'),
    count(m.price_move_open, 'open'),
    count(m.price_move_agreed, 'agreed'),
    count(m.price_move_moved, 'moved'),
    count(m.price_move_kept, 'kept'),
    count(m.price_move_gone, 'gone'),
    count(m.price_move_left, 'left'),
    actsColumn((move) =>
      move.stoppedAt !== null ? (
        m.price_move_is_stopped()
      ) : (
        <Button
          busy={busy}
          aria-label={m.price_move_stop_of({ name: move.name })}
          onClick={() => onStop(move)}
        >
          {m.price_move_stop()}
        </Button>
      ),
    ),
  ]
}

const otherwiseText = { keep: m.price_move_keep_short, end: m.price_move_end_short }

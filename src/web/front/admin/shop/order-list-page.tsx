import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { FoundOrders } from '#contract/admin/admin-orders.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import { m } from '#messages/generated/messages.js'
import { stateNames } from '#web/business/shop/shop-text.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { LookupForm, lookupStatus, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'

/** The orders of the shop, newest first, by number, email or state. */
export function Component() {
  const lookedUp = useLookedUp()
  const { query } = lookedUp
  const { page, filter, setFilter, setPage } = useTablePlace()
  const state = keptState(filter('state'))
  const read = useDeskTable(adminOrderCalls.findOrders, 'orders[]', {
    body: { query, page, ...(state && { state }) },
  })
  const { data, error } = read
  return (
    <AdminPage title={m.desk_orders()}>
      <div className="grid max-w-3xl items-start gap-x-5 gap-y-3 sm:grid-cols-[2fr_1fr]">
        <LookupForm
          label={m.desk_orders_query()}
          maxLength={320}
          status={lookupStatus(lookedUp.waiting, read, m.desk_orders_found)}
          lookedUp={lookedUp}
        />
        <SelectField
          label={m.orders_state()}
          value={state ?? ''}
          choices={choicesOf(stateNames, m.desk_orders_all())}
          onChange={(value) => setFilter('state', value)}
        />
      </div>
      {data && !error && data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <DeskTable label={m.desk_orders()} columns={columns()} rows={data.orders} keyOf={({ id }) => id} />
          <TablePages table={m.desk_orders()} page={page} count={data.count} onPage={setPage} />
        </div>
      ) : null}
    </AdminPage>
  )
}

function keptState(text: string): OrderState | undefined {
  return text in stateNames ? (text as OrderState) : undefined
}

function columns(): readonly Column<FoundOrders['orders'][number]>[] {
  return [
    {
      title: m.orders_number(),
      of: ({ id, number }) => (
        <Link to={deskHref('adminOrder', { id })} className="link num inline-block min-h-6">
          {printedOrderNumber(number)}
        </Link>
      ),
    },
    { title: m.orders_state(), of: ({ state }) => stateNames[state]() },
    { title: m.orders_total(), look: 'amount', of: ({ grossCents }) => priceText(grossCents) },
    { title: m.desk_order_email(), of: ({ email }) => email },
    { title: m.orders_what(), of: ({ names }) => names.join(', ') },
    { title: m.orders_day(), look: 'digits', of: ({ placedAt }) => adminTime(placedAt) },
  ]
}

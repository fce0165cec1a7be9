import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FoundOrders } from '#contract/admin/admin-orders.ts'
import { href } from '#contract/pages.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import { m } from '#messages/generated/messages.js'
import { stateNames } from '#web/business/shop/shop-text.ts'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { LookupForm, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Labelled } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { ordersQuery } from './shop-desk-queries.ts'

/** The orders of the shop, newest first, by number, email or state. */
export function Component() {
  return (
    <AdminPage title={m.desk_orders()}>
      <Orders />
    </AdminPage>
  )
}

function Orders() {
  const lookedUp = useLookedUp()
  const { query, waiting } = lookedUp
  const [search, setSearch] = useSearchParams()
  const state = keptState(search.get('state'))
  const page = Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1 || 0)
  const { data, error, isFetching } = useQuery(ordersQuery(query, state, page))
  const change = (name: 'state' | 'page', value: string) =>
    setSearch((before) => {
      if (name === 'state') before.delete('page')
      if (value) before.set(name, value)
      else before.delete(name)
      return before
    })
  const sentence = () => {
    if (waiting || (isFetching && !data)) return m.admin_loading()
    return error?.message ?? m.desk_orders_found({ count: data?.count ?? 0 })
  }
  const title = m.desk_orders()
  return (
    <>
      <div className="grid max-w-3xl items-start gap-x-5 gap-y-3 sm:grid-cols-[2fr_1fr]">
        <LookupForm label={m.desk_orders_query()} maxLength={320} status={sentence()} lookedUp={lookedUp} />
        <StateField value={state ?? ''} onChange={(value) => change('state', value)} />
      </div>
      {data && !error && data.count > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <OrderTable orders={data.orders} />
          <TablePages
            table={title}
            page={page}
            count={data.count}
            onPage={(next) => change('page', next === 0 ? '' : String(next + 1))}
          />
        </div>
      ) : null}
    </>
  )
}

function keptState(text: string | null): OrderState | undefined {
  return text !== null && text in stateNames ? (text as OrderState) : undefined
}

function StateField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <Labelled id={id} label={m.orders_state()}>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{m.desk_orders_all()}</option>
        {Object.entries(stateNames).map(([state, text]) => (
          <option key={state} value={state}>
            {text()}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

function OrderTable({ orders }: Pick<FoundOrders, 'orders'>) {
  return (
    <ScrollingTable label={m.desk_orders()}>
      <thead>
        <tr>
          <th scope="col">{m.orders_number()}</th>
          <th scope="col">{m.orders_state()}</th>
          <th scope="col" className="text-right">
            {m.orders_total()}
          </th>
          <th scope="col">{m.desk_order_email()}</th>
          <th scope="col">{m.orders_what()}</th>
          <th scope="col">{m.orders_day()}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id} className="align-baseline">
            <th scope="row" className="font-normal">
              <Link to={href('adminOrder', { id: order.id })} className="link num inline-block min-h-6">
                {printedOrderNumber(order.number)}
              </Link>
            </th>
            <td>{stateNames[order.state]()}</td>
            <td className="num text-right">{priceText(order.grossCents)}</td>
            <td className="wrap-anywhere">{order.email}</td>
            <td className="wrap-anywhere">{order.names.join(', ')}</td>
            <td className="num">{adminTime(order.placedAt)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

import { useQuery } from '@tanstack/react-query'
import { href } from '#contract/pages.ts'
import type { OwnOrders } from '#contract/shop/shop.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { ownOrdersQuery } from '#web/business/shop/shop-queries.ts'
import { stateNames } from '#web/business/shop/shop-text.ts'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'

type Order = OwnOrders['orders'][number]

/** The orders of the signed-in user, newest first. */
export function Component() {
  return (
    <AccountPage title={m.orders_page()} signedOut={m.orders_signed_out()}>
      {() => <Orders />}
    </AccountPage>
  )
}

function Orders() {
  const { data: orders, error, isFetching, refetch } = useQuery(ownOrdersQuery)
  if (error && !orders) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  if (!orders) return <Spinner />
  if (orders.length === 0) return <p className="text-muted">{m.orders_empty()}</p>
  return <OrdersTable orders={orders} />
}

function OrdersTable({ orders }: { orders: readonly Order[] }) {
  const { shown, pages } = usePages(orders, m.orders_page())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="relative overflow-x-auto">
        <table className="table w-full">
          <thead>
            <tr>
              <th scope="col">{m.orders_number()}</th>
              <th scope="col" className="max-sm:hidden">
                {m.orders_day()}
              </th>
              <th scope="col" className="max-sm:hidden">
                {m.orders_what()}
              </th>
              <th scope="col" className="text-right">
                {m.orders_total()}
              </th>
              <th scope="col">{m.orders_state()}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((order) => (
              <Row key={order.id} order={order} />
            ))}
          </tbody>
        </table>
      </div>
      {pages}
    </div>
  )
}

function Row({ order }: { order: Order }) {
  const day = billingDay(order.placedAt)
  return (
    <tr>
      <th scope="row" className="font-normal whitespace-nowrap">
        <Link to={href('shopOrder', { id: order.id })} className="link num">
          {printedOrderNumber(order.number)}
        </Link>
        <span className="caption block sm:hidden">{day}</span>
      </th>
      <td className="whitespace-nowrap max-sm:hidden">{day}</td>
      <td className="max-sm:hidden">{order.names.join(', ')}</td>
      <td className="num text-right whitespace-nowrap">{priceText(order.grossCents)}</td>
      <td>{stateNames[order.state]()}</td>
    </tr>
  )
}

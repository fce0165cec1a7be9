import { useId } from 'react'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { pathOf } from '#contract/call.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { formatDay } from '#domain/dates.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { countryName } from '#web/books/billing/country-name.ts'
import { OrderVouchers } from '#web/business/shop/orders/order-vouchers.tsx'
import { stateNames } from '#web/business/shop/shop-text.ts'
import { TotalsTable } from '#web/business/shop/totals-table.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { MarkOrderPaid } from './mark-order-paid.tsx'
import { OrderMoves } from './order-moves.tsx'
import { RefundOrder } from './refund-order.tsx'

/** The details of an order, and its actions. */
export function Component() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useDeskRead(adminOrderCalls.deskOrder, 'order', {
    body: { id },
  })
  // nobody has an ID that the server does not read
  const isMissing = error instanceof CallProblem && (error.code === 'not-found' || error.code === 'invalid')
  const title = data ? m.order_page_number({ number: printedOrderNumber(data.order.number) }) : m.order_page()
  return (
    <AdminPage title={title} back={{ href: deskHref('adminOrders'), text: m.desk_orders() }}>
      {isMissing ? <p>{m.desk_order_missing()}</p> : null}
      {error && !isMissing ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !error ? <OrderView key={id} viewed={data} /> : null}
    </AdminPage>
  )
}

function OrderView({ viewed }: { viewed: DeskOrder }) {
  const what = useId()
  const { order } = viewed
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        <OrderFacts viewed={viewed} />
        <OrderMoves viewed={viewed} />
        <MarkOrderPaid viewed={viewed} />
        <RefundOrder viewed={viewed} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        <section aria-labelledby={what} className="grid gap-3">
          <h2 id={what}>{m.desk_order_what()}</h2>
          <TotalsTable priced={order} reverseCharge={order.reverseCharge} />
        </section>
        {order.vouchers.length > 0 ? <OrderVouchers vouchers={order.vouchers} /> : null}
      </div>
    </div>
  )
}

function OrderFacts({ viewed }: { viewed: DeskOrder }) {
  const id = useId()
  const { order, accountId, name, address, country, vatId, documents } = viewed
  const moments = [
    [m.desk_order_placed(), order.placedAt],
    [m.order_state_paid(), viewed.paidAt],
    [m.order_state_packed(), viewed.packedAt],
    [m.order_state_shipped(), viewed.shippedAt],
    [m.order_state_delivered(), viewed.deliveredAt],
    [m.desk_order_withdrawn(), viewed.withdrawnAt],
    [m.desk_order_closed(), viewed.closedAt],
  ] as const
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id}>{m.order_page()}</h2>
      <Facts>
        <Fact name={m.orders_state()}>
          {order.transfer && order.state !== 'placed'
            ? m.desk_order_owed({ state: stateNames[order.state]() })
            : stateNames[order.state]()}
        </Fact>
        <Fact name={m.desk_order_email()}>
          {order.email}{' '}
          {accountId === null ? null : (
            <Link to={deskHref('adminAccount', { id: accountId })} className="link">
              {m.desk_order_account()}
            </Link>
          )}
        </Fact>
        <Fact name={m.desk_order_name()}>{name}</Fact>
        <Fact name={m.desk_order_address()}>{address}</Fact>
        {country === '' ? null : <Fact name={m.desk_order_country()}>{countryName(country)}</Fact>}
        {vatId === undefined ? null : <Fact name={m.desk_order_vat_id()}>{vatId}</Fact>}
        {moments.map(([what, moment]) =>
          moment === null ? null : (
            <Fact key={what} name={what}>
              <time dateTime={moment}>{adminTime(moment)}</time>
            </Fact>
          ),
        )}
        {viewed.receivedOn === null ? null : (
          <Fact name={m.desk_order_received()}>{formatDay(viewed.receivedOn, getLocale())}</Fact>
        )}
        {order.delivery?.trackingNumber ? (
          <Fact name={m.desk_order_tracking()}>{order.delivery.trackingNumber}</Fact>
        ) : null}
        {order.lines.some(({ kind }) => kind === 'goods') ? (
          <Fact name={m.desk_order_papers()}>
            <ParcelPapers id={order.id} />
          </Fact>
        ) : null}
        <Fact name={m.desk_order_documents()}>{documents.join('\n')}</Fact>
      </Facts>
    </section>
  )
}

function ParcelPapers({ id }: { id: string }) {
  return (
    <>
      <a href={pathOf(adminOrderCalls.packingList.path, { id })} className="link" download>
        {m.desk_order_packing_list()}
      </a>
      {' · '}
      <a href={pathOf(adminOrderCalls.addressLabel.path, { id })} className="link" download>
        {m.desk_order_label()}
      </a>
    </>
  )
}

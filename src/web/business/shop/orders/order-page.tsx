import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { href } from '#contract/pages.ts'
import type { Order } from '#contract/shop/shop.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay } from '#web/books/billing/billing-day.ts'
import { countryName } from '#web/books/billing/country-name.ts'
import { orderQuery } from '#web/business/shop/shop-queries.ts'
import { stateNames } from '#web/business/shop/shop-text.ts'
import { TotalsTable } from '#web/business/shop/totals-table.tsx'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { useParams, useSearchParams } from '#web/platform/site/router.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderTransfer } from './order-transfer.tsx'
import { OrderVouchers } from './order-vouchers.tsx'
import { pickedLines, piecesText } from './piece-picker.tsx'

/** An order: its state, the remaining steps of its payment, its codes, its invoice. */
export function Component() {
  const { id = '' } = useParams()
  const [query, changeQuery] = useSearchParams()
  const key = query.get('key') ?? undefined
  usePageTitle(m.order_page())
  const { data: order, error, isFetching, refetch } = useQuery(orderQuery(id, key))
  // the first reply exchanged the mailed link's key for a cookie
  const isOpen = order !== undefined && key !== undefined
  useEffect(() => {
    if (isOpen) changeQuery(withoutKey, { replace: true })
  }, [isOpen, changeQuery])
  if (error instanceof CallProblem && error.status === 404) return <NotFound />
  if (error && !order) return <FailedRead error={error} busy={isFetching} again={() => refetch()} />
  return order && !isOpen ? <Shown order={order} /> : <Spinner />
}

function withoutKey(query: URLSearchParams): URLSearchParams {
  query.delete('key')
  return query
}

function Shown({ order }: { order: Order }) {
  const id = useId()
  const queries = useQueryClient()
  const { queryKey } = orderQuery(order.id, undefined)
  const renew = () => queries.invalidateQueries({ queryKey })
  const [wasPlaced] = useState(order.state === 'placed')
  useSettlingOrder(order, renew)
  const day = billingDay(order.placedAt)
  const invoice = `/api/shop/order/${order.id}/invoice.pdf`
  return (
    <div className="mx-auto grid max-w-2xl gap-8 py-4 sm:py-8">
      <header>
        <h1>{m.order_page_number({ number: printedOrderNumber(order.number) })}</h1>
        <p className="mt-2 text-muted">
          {m.order_placed_on({ day })} · {stateNames[order.state]()}
        </p>
      </header>
      <Outcome order={order} />
      {order.state === 'placed' || wasPlaced ? <OrderPayment order={order} onChanged={renew} /> : null}
      {order.transfer ? <OrderTransfer transfer={order.transfer} /> : null}
      {order.returnTo === undefined ? null : <OrderReturn order={order} returnTo={order.returnTo} />}
      {order.delivery ? <OrderDelivery state={order.state} delivery={order.delivery} /> : null}
      {order.vouchers.length > 0 ? (
        <OrderVouchers
          vouchers={order.vouchers}
          giving={{ orderId: order.id, pictures: order.giftPictures, onChanged: renew }}
        />
      ) : null}
      <section aria-labelledby={id} className="grid gap-3">
        <h2 id={id} className="text-base">
          {m.order_what()}
        </h2>
        <TotalsTable priced={order} reverseCharge={order.reverseCharge} />
        {order.invoiceNumber === undefined ? null : (
          <a href={invoice} className="link justify-self-start" download>
            {m.order_invoice({ number: order.invoiceNumber })}
          </a>
        )}
        {isOver(order) ? null : (
          <p className="text-[0.8125rem] text-muted">
            {m.order_withdraw()}{' '}
            <Link to={`${href('withdrawContract')}?order=${order.id}`} className="link">
              {m.footer_withdraw()}
            </Link>
          </p>
        )}
      </section>
    </div>
  )
}

/** The outcome of the order so far, if it has one. */
function Outcome({ order: { state, email, transfer, vouchers, payment } }: { order: Order }) {
  const isTaken = state === 'paid' || (state === 'placed' && transfer !== null)
  return (
    <div role="status" className="empty:hidden">
      {isTaken ? (
        <>
          <p className="font-medium">{m.order_thanks()}</p>
          <p className="text-muted">
            {state === 'paid' && vouchers.length > 0
              ? m.order_mailed({ email })
              : m.order_invoice_mailed({ email })}
          </p>
        </>
      ) : null}
      {state === 'cancelled' ? <p>{m.order_cancelled()}</p> : null}
      {state === 'returned' ? <p>{m.order_returned()}</p> : null}
      {state === 'placed' && payment?.state === 'processing' ? <p>{m.order_processing()}</p> : null}
    </div>
  )
}

/** Whether there is nothing left to withdraw from. */
function isOver({ state, lines }: Order): boolean {
  const isKept = lines.some(({ quantity, returned = 0, awaited = 0 }) => quantity > returned + awaited)
  return state === 'returned' || state === 'cancelled' || !isKept
}

/** Instructions for returning goods after a withdrawal. */
function OrderReturn({ order, returnTo }: { order: Order; returnTo: string }) {
  const id = useId()
  const number = printedOrderNumber(order.number)
  const awaited = order.lines.map((line) => line.awaited ?? 0)
  const isPart = order.lines.some(({ quantity, returned = 0 }, at) => quantity - returned !== awaited[at])
  const articles = piecesText(
    pickedLines(order.lines, ({ quantity }) => quantity),
    awaited,
  )
  return (
    <section aria-labelledby={id} className="card grid gap-3 p-5">
      <h2 id={id} className="text-base">
        {m.order_return()}
      </h2>
      <p>{isPart ? m.order_return_part_how({ number, articles }) : m.order_return_how({ number })}</p>
      <address className="whitespace-pre-line not-italic">{returnTo}</address>
      <p className="text-[0.8125rem] text-muted">{m.order_return_then()}</p>
    </section>
  )
}

/** Polling interval for a pending payment, in milliseconds. */
const everyMs = 3_000

/** Polls a pending payment, and shows its result. */
function useSettlingOrder({ id, payment }: Order, renew: () => Promise<void>) {
  const waits = payment?.state === 'processing'
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(async () => {
      await call(shopCalls.payOrder, { params: { id }, body: {} })
      await renew()
    }, everyMs)
    return () => clearInterval(timer)
  }, [waits, id, renew])
}

type Delivery = NonNullable<Order['delivery']>

/** The shipping address of an order, and the progress of its delivery. */
function OrderDelivery({ state, delivery }: { state: Order['state']; delivery: Delivery }) {
  const id = useId()
  const { recipient, address, country, trackingNumber } = delivery
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-base">
        {m.order_delivery()}
      </h2>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
        <Row name={m.order_delivery_state()}>
          {stateText(state, delivery)}
          {trackingNumber === null ? null : (
            <span className="block">{m.order_tracking({ number: trackingNumber })}</span>
          )}
        </Row>
        <Row name={m.order_delivery_address()}>
          <span className="block">{recipient}</span>
          <span className="block whitespace-pre-line">{address}</span>
          <span className="block">{countryName(country)}</span>
        </Row>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="caption sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 break-words max-sm:-mt-3">{children}</dd>
    </div>
  )
}

function stateText(state: Order['state'], { shippedAt, deliveredAt }: Delivery): string {
  if (deliveredAt !== null) return m.order_delivered_on({ day: billingDay(deliveredAt) })
  if (shippedAt !== null) return m.order_shipped_on({ day: billingDay(shippedAt) })
  if (state === 'packed') return m.order_packed()
  return state === 'placed' || state === 'paid' ? m.order_not_shipped() : m.order_never_shipped()
}

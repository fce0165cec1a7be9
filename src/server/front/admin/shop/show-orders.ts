import type { DeskOrder } from '#contract/admin/admin-orders.ts'
import { rangeOf } from '#domain/page-size.ts'
import { deskEvents } from '#domain/shop/order-state.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { goodsKept, linesOfOrder, soldPieces, standingOf } from '#server/business/shop/lines-of-order.ts'
import { findOrder, type OrderRow } from '#server/business/shop/order.store.ts'
import { leftOfOrder, leftOfOrdersInvoice } from '#server/business/shop/return-order.ts'
import { showOrder } from '#server/business/shop/show-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { accountOfBuyer, ordersFor } from './order-desk.store.ts'

/** Finds orders by a part of the number, in either form, or of the buyer's email; all for an empty query. */
export const findOrders: UseCase<'findOrders', 'database'> = async (
  { database: { db } },
  { body: { query, state, page } },
) => {
  const emailPart = query.trim().toLowerCase()
  const joined = emailPart.replaceAll(' ', '')
  const digits = /^\d+$/.test(joined) ? joined : ''
  const range = rangeOf(page)
  const { count, orders } = await ordersFor(db, { digits, emailPart, state }, range)
  return { status: 200, body: { count, orders: orders.map(summary) } }
}

/** Returns all data of an order; 404 if unknown. */
export const viewOrder: UseCase<'deskOrder', 'config' | 'database' | 'siteFiles'> = async (
  services,
  { body: { id } },
) => {
  const { db } = services.database
  const order = await findOrder(db, id)
  if (!order) return new Problem('not-found')
  const { buyer } = order.facts as ChargeFacts
  const { name, address, country, vatId } = buyer
  return {
    status: 200,
    body: {
      order: await showOrder(services, order),
      accountId: (await accountOfBuyer(db, order)) ?? null,
      name,
      address,
      country: country ?? '',
      ...(vatId && { vatId }),
      paidAt: instant(order.paid_at),
      packedAt: instant(order.packed_at),
      shippedAt: instant(order.shipped_at),
      deliveredAt: instant(order.delivered_at),
      closedAt: instant(order.closed_at),
      receivedOn: order.received_on,
      withdrawnAt: instant(order.withdrawn_at),
      events: [...deskEvents(standingOf(order), { ships: goodsKept(order).length > 0 })],
      leftCents: await leftOfOrder(db, id),
      ...(await worthShown(db, order)),
      documents: (await readInvoices(db, id)).map(({ number }) => number),
    },
  }
}

async function worthShown(db: Database['db'], order: OrderRow): Promise<Pick<DeskOrder, 'worth'>> {
  const left = await leftOfOrdersInvoice(db, order.id)
  if (left.length === 0) return {}
  const { lines, shipping } = soldPieces(order)
  return {
    worth: {
      lines: lines.map(({ discountCents, vatBasisPoints }) => ({ discountCents, vatBasisPoints })),
      shipping: shipping.map(({ vatBasisPoints, netCents }) => ({ vatBasisPoints, netCents })),
      left: left.map(({ netCents, vatBasisPoints, vatCents, grossCents }) => ({
        netCents,
        vatBasisPoints,
        vatCents,
        grossCents,
      })),
    },
  }
}

function summary(order: OrderRow) {
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    email: order.email,
    placedAt: order.placed_at.toISOString(),
    grossCents: order.gross_cents,
    names: linesOfOrder(order).map(({ name }) => name),
  }
}

function instant(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

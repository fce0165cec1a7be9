import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import { deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'

/** A page of the orders that were looked for; the one before stays until it is there. */
export const ordersQuery = (query: string, state: OrderState | undefined, page: number) =>
  deskTableQuery(
    ['admin', 'orders', query, state ?? '', page],
    ({ orders }) => Array.isArray(orders),
    adminOrderCalls.findOrders,
    { body: { query, page, ...(state !== undefined && { state }) } },
  )

export const deskOrderQuery = (id: string) =>
  deskQuery(['admin', 'order', id], ({ order }) => Boolean(order), adminOrderCalls.deskOrder, {
    body: { id },
  })

export const productDeskQuery = deskQuery(
  ['admin', 'products'],
  ({ vouchers }) => Array.isArray(vouchers),
  adminProductCalls.productDesk,
)

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import { adminProductCalls } from '#contract/admin/admin-product-calls.ts'
import type { OrderState } from '#domain/shop/order-state.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

/** A page of the orders that were looked for; the one before stays until it is there. */
export const ordersQuery = (query: string, state: OrderState | undefined, page: number) =>
  queryOptions({
    queryKey: ['admin', 'orders', query, state ?? '', page],
    queryFn: ({ signal }) =>
      adminRead(({ orders }) => Array.isArray(orders), adminOrderCalls.findOrders, {
        body: { query, page, ...(state !== undefined && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const deskOrderQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'order', id],
    queryFn: ({ signal }) =>
      adminRead(({ order }) => Boolean(order), adminOrderCalls.deskOrder, { body: { id }, signal }),
    staleTime: 0,
  })

export const productDeskQuery = queryOptions({
  queryKey: ['admin', 'products'],
  queryFn: ({ signal }) =>
    adminRead(({ vouchers }) => Array.isArray(vouchers), adminProductCalls.productDesk, { signal }),
  staleTime: 0,
})

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import type { CartItem } from '#domain/shop/cart.ts'
import { queryClient, read } from '#web/platform/site/queries.ts'
import { type CheckoutDraft, shippingMethodOf } from './checkout-draft.ts'

export const shopQuery = queryOptions({
  queryKey: ['shop', 'products'],
  queryFn: ({ signal }) => read(shopCalls.shop, { signal }),
})

/** Reads the data that the shop's pages cannot do without. */
export const readShop = () => queryClient.ensureQueryData(shopQuery)

/** The price of a cart, by current prices. The last one stays on screen while a change is computed. */
export function quoteQuery(
  items: readonly CartItem[],
  { country, shipping, discountCode }: Partial<Pick<CheckoutDraft, 'country' | 'shipping' | 'discountCode'>>,
) {
  const shippingMethod = shippingMethodOf({ shipping })
  return queryOptions({
    queryKey: ['shop', 'quote', items, country ?? '', shippingMethod ?? '', discountCode ?? ''],
    queryFn: ({ signal }) =>
      read(shopCalls.quoteCart, {
        body: {
          items: [...items],
          ...(country && { country }),
          ...(shippingMethod && { shippingMethod }),
          ...(discountCode && { discountCode }),
        },
        signal,
      }),
    enabled: items.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** An order. `key`: from a mailed link, exchanged for a cookie. */
export function orderQuery(id: string, key: string | undefined) {
  return queryOptions({
    queryKey: ['shop', 'order', id],
    queryFn: ({ signal }) =>
      read(shopCalls.order, { params: { id }, query: { ...(key !== undefined && { key }) }, signal }),
    select: ({ order }) => order,
    staleTime: 0,
  })
}

export const ownOrdersQuery = queryOptions({
  queryKey: ['shop', 'orders'],
  queryFn: ({ signal }) => read(shopCalls.ownOrders, { signal }),
  select: ({ orders }) => orders,
  staleTime: 0,
})

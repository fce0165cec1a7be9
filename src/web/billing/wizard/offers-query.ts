import { queryOptions } from '@tanstack/react-query'
import { billingCalls } from '#contract/billing-calls.ts'
import { read } from '#web/queries.ts'

/** What subscribing costs; asked anew whenever it is shown, because it is what will be charged. */
export const offersQuery = queryOptions({
  queryKey: ['subscription-offers'],
  queryFn: ({ signal }) => read(billingCalls.subscriptionOffers, { signal }),
  staleTime: 0,
})

/** The charge that waits for something, of an order that was given before. */
export const openPaymentQuery = queryOptions({
  queryKey: ['open-payment'],
  queryFn: ({ signal }) => read(billingCalls.openPayment, { signal }),
  staleTime: 0,
})

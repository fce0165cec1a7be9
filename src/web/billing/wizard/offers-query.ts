import { queryOptions } from '@tanstack/react-query'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { read } from '#web/site/queries.ts'

/** What subscribing costs; asked anew whenever it is shown, because it is what will be charged. */
export const offersQuery = queryOptions({
  queryKey: ['subscription-offers'],
  queryFn: ({ signal }) => read(billingCalls.subscriptionOffers, { signal }),
  staleTime: 0,
})

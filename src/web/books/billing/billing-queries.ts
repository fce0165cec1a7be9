import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { read } from '#web/platform/site/queries.ts'
import { renewSession } from '#web/platform/site/site.ts'

/** The payment that waits for the bank or the card holder; null for none. */
export const openPaymentQuery = queryOptions({
  queryKey: ['billing', 'payment'],
  queryFn: ({ signal }) => read(billingCalls.openPayment, { signal }),
  select: ({ payment }) => payment,
  staleTime: 0,
})
/** A page of the invoices, from 0. The previous page stays on screen while the next one is read. */
export const invoicesQuery = (page: number) =>
  queryOptions({
    queryKey: ['billing', 'invoices', page],
    queryFn: ({ signal }) => read(billingCalls.invoices, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Refetches what a change of the subscription affects: session, open payment and invoices. */
export async function renewBilling(client: QueryClient): Promise<void> {
  await Promise.all([renewSession(), client.invalidateQueries({ queryKey: ['billing'] })])
}

/** A card just stored, identified by its setup intent. */
type StoredCard = { readonly paymentProvider: 'sandbox' | 'stripe'; readonly setupIntent: string }

/** The prices of a subscription. Refetched each time, because they are what will be charged. */
export const offersQuery = offersNaming(undefined)

/** Same, with the name of the card that will be charged. */
export function offersNaming(card: StoredCard | undefined) {
  return queryOptions({
    queryKey: ['subscription-offers', ...(card ? [card.setupIntent] : [])],
    queryFn: ({ signal }) => read(billingCalls.subscriptionOffers, { query: { ...card }, signal }),
    staleTime: 0,
  })
}

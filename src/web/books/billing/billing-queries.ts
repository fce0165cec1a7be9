import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { read } from '#web/platform/site/queries.ts'
import { renewSession } from '#web/platform/site/site.ts'

/** The charge that waits for the bank or the card holder; null for none. */
export const openPaymentQuery = queryOptions({
  queryKey: ['billing', 'payment'],
  queryFn: ({ signal }) => read(billingCalls.openPayment, { signal }),
  select: ({ payment }) => payment,
  staleTime: 0,
})
/** A page of the invoices; the first is 0. The page before stays while the next one is read. */
export const invoicesQuery = (page: number) =>
  queryOptions({
    queryKey: ['billing', 'invoices', page],
    queryFn: ({ signal }) => read(billingCalls.invoices, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Reads anew what a change of the subscription may have changed: the session with it, the open payment, the invoices. */
export async function renewBilling(client: QueryClient): Promise<void> {
  await Promise.all([renewSession(), client.invalidateQueries({ queryKey: ['billing'] })])
}

/** A card that was just stored, by its set-up intent. */
type StoredCard = { readonly paymentProvider: 'sandbox' | 'stripe'; readonly setupIntent: string }

/** What subscribing costs; asked anew whenever it is shown, because it is what will be charged. */
export const offersQuery = offersNaming(undefined)

/** The same with the name of the card that will be charged. */
export function offersNaming(card: StoredCard | undefined) {
  return queryOptions({
    queryKey: ['subscription-offers', ...(card ? [card.setupIntent] : [])],
    queryFn: ({ signal }) => read(billingCalls.subscriptionOffers, { query: { ...card }, signal }),
    staleTime: 0,
  })
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { adminOrderCalls } from '#contract/admin/admin-order-calls.ts'
import { href } from '#contract/pages.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { adminRead } from './admin-read.ts'
import { pagesFor } from './desk-sections.ts'
import { searchDelayMs } from './lookup-form.tsx'

/** What the search found of one kind. */
export type Found = {
  /** Names the kind. */
  readonly value: string
  readonly items: readonly { readonly text: string; readonly detail: string; readonly to: string }[]
}

/** So many of each kind are shown. */
const shownOfEach = 6

/** What the desk has for these words: its pages at once; people and orders half a second after the last key. */
export function useFound(text: string): { readonly groups: readonly Found[]; readonly isSearching: boolean } {
  const words = text.trim()
  const asked = useLater(words)
  const contacts = useQuery(contactsQuery(asked))
  const orders = useQuery(ordersQuery(asked))
  const people = (contacts.data?.contacts ?? []).map(({ id, name, email }) => ({
    text: name,
    detail: email,
    to: href('adminAccount', { id }),
  }))
  const bought = (orders.data?.orders ?? []).map(({ id, number, email }) => ({
    text: printedOrderNumber(number),
    detail: email,
    to: href('adminOrder', { id }),
  }))
  const isSame = asked === words
  const kinds = [
    { value: m.desk_search_pages(), items: words === '' ? [] : pagesFor(words) },
    { value: m.desk_people(), items: isSame ? people : [] },
    { value: m.desk_orders(), items: isSame ? bought : [] },
  ]
  return {
    groups: kinds
      .filter(({ items }) => items.length > 0)
      .map(({ value, items }) => ({ value, items: items.slice(0, shownOfEach) })),
    isSearching: words !== '' && (!isSame || contacts.isFetching || orders.isFetching),
  }
}

function useLater(words: string): string {
  const [later, setLater] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setLater(words), words === '' ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [words])
  return later
}

/** Contacts by a part of the name or the email. */
export const contactsQuery = (query: string) =>
  queryOptions({
    queryKey: ['admin', 'contacts', query],
    queryFn: ({ signal }) =>
      adminRead(({ contacts }) => Array.isArray(contacts), adminAccountCalls.findContacts, {
        body: { query },
        signal,
      }),
    enabled: query !== '',
    staleTime: 0,
  })

const ordersQuery = (query: string) =>
  queryOptions({
    queryKey: ['admin', 'orders', 'found', query],
    queryFn: ({ signal }) =>
      adminRead(({ orders }) => Array.isArray(orders), adminOrderCalls.findOrders, {
        body: { query, page: 0 },
        signal,
      }),
    enabled: query !== '',
    staleTime: 0,
  })

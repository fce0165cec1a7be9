import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import type { FoundBy } from '#contract/desk/people.ts'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { pagesFor } from './desk-sections.ts'
import { searchDelayMs } from './lookup-form.tsx'

/** What the search found of one kind. */
export type Found = {
  /** Names the kind. */
  readonly value: string
  readonly items: readonly { readonly text: string; readonly detail: string; readonly to: string }[]
}

const shownPages = 6

/** What the desk has for these words: its pages at once; people, orders and videos half a second after the last key. */
export function useFound(text: string): { readonly groups: readonly Found[]; readonly isSearching: boolean } {
  const words = text.trim()
  const asked = useLater(words)
  const { data, isFetching } = useQuery({
    ...deskQuery(adminPeopleCalls.findAtDesk, 'people[]', { query: { query: asked } }),
    enabled: asked !== '',
  })
  const found = asked === words ? data : undefined
  const people = (found?.people ?? []).map(({ id, name, email, foundBy }) => ({
    text: name,
    detail: foundBy === 'contact' ? email : `${foundByNames[foundBy]()} · ${email}`,
    to: deskHref('adminAccount', { id }),
  }))
  const orders = (found?.orders ?? []).map(({ id, number, email }) => ({
    text: printedOrderNumber(number),
    detail: email,
    to: deskHref('adminOrder', { id }),
  }))
  const videos = (found?.videos ?? []).map(({ id, title }) => ({
    text: title,
    detail: id,
    to: deskHref('adminFilm', { id }),
  }))
  const kinds = [
    { value: m.desk_search_pages(), items: words === '' ? [] : pagesFor(words).slice(0, shownPages) },
    { value: m.desk_people(), items: people },
    { value: m.desk_orders(), items: orders },
    { value: m.library_films(), items: videos },
  ]
  return {
    groups: kinds.filter(({ items }) => items.length > 0),
    isSearching: words !== '' && (asked !== words || isFetching),
  }
}

/** By what an account was found, for all but names and emails. */
export const foundByNames: Readonly<Record<Exclude<FoundBy, 'contact'>, () => string>> = {
  contract: m.people_by_contract,
  invoice: m.people_by_invoice,
  order: m.people_by_order,
  'vat-id': m.people_by_vat_id,
  card: m.people_by_card,
  provider: m.people_by_provider,
}

function useLater(words: string): string {
  const [later, setLater] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setLater(words), words === '' ? 0 : searchDelayMs)
    return () => clearTimeout(timer)
  }, [words])
  return later
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import type { HistoryGroup } from '#contract/desk/person.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

/** A page of an account's history; the one before stays until it is there. */
export const historyQuery = (id: string, group: HistoryGroup | undefined, page: number) =>
  queryOptions({
    queryKey: ['admin', 'account', id, 'history', group, page],
    queryFn: ({ signal }) =>
      adminRead(({ entries }) => Array.isArray(entries), adminPeopleCalls.accountHistory, {
        params: { id },
        query: { ...(group && { group }), page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of an account's invoices and orders. */
export const papersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['admin', 'account', id, 'papers', page],
    queryFn: ({ signal }) =>
      adminRead(({ papers }) => Array.isArray(papers), adminPeopleCalls.accountPapers, {
        params: { id },
        query: { page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How the owner of an account, or the user of a contact, logs in. */
export const loginQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'account', id, 'login'],
    queryFn: ({ signal }) =>
      adminRead(({ sessions }) => Array.isArray(sessions), adminPeopleCalls.personLogin, {
        params: { id },
        signal,
      }),
    staleTime: 0,
  })

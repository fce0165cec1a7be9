import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import type { HistoryGroup } from '#contract/desk/person.ts'
import { deskQuery, deskTableQuery } from '#web/front/desk/desk-query.ts'

/** A page of an account's history; the one before stays until it is there. */
export const historyQuery = (id: string, group: HistoryGroup | undefined, page: number) =>
  deskTableQuery(
    ['admin', 'account', id, 'history', group, page],
    ({ entries }) => Array.isArray(entries),
    adminPeopleCalls.accountHistory,
    { params: { id }, query: { ...(group && { group }), page: String(page) } },
  )

/** A page of an account's invoices and orders. */
export const papersQuery = (id: string, page: number) =>
  deskTableQuery(
    ['admin', 'account', id, 'papers', page],
    ({ papers }) => Array.isArray(papers),
    adminPeopleCalls.accountPapers,
    { params: { id }, query: { page: String(page) } },
  )

/** How the owner of an account, or the user of a contact, logs in. */
export const loginQuery = (id: string) =>
  deskQuery(
    ['admin', 'account', id, 'login'],
    ({ sessions }) => Array.isArray(sessions),
    adminPeopleCalls.personLogin,
    { params: { id } },
  )

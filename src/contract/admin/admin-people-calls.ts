import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Line } from '#contract/shapes.ts'
import * as people from './admin-people.ts'

/** `text/csv` in UTF-8, sent as an attachment. */
const Csv = z.unknown()

/** The admin's calls about people: everybody who has an account. */
export const adminPeopleCalls = {
  people: {
    method: 'GET',
    path: '/api/admin/people',
    actor: 'admin',
    summary: 'Accounts with their owners, found, filtered and sorted, ten a page',
    query: people.PeopleFilter,
    replies: { 200: people.People },
  },
  peopleCsv: {
    method: 'GET',
    path: '/api/admin/people.csv',
    actor: 'admin',
    summary: 'All accounts that a filter leaves, as a file',
    query: people.PeopleFileFilter,
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  findAtDesk: {
    method: 'GET',
    path: '/api/admin/find',
    actor: 'admin',
    summary: 'A few people, orders and videos for the search field of the desk',
    query: z.strictObject({ query: Line(254) }),
    replies: { 200: people.FoundAtDesk },
  },
} as const satisfies Record<string, Call>

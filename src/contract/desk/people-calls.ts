import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done, Line, Page } from '#contract/shapes.ts'
import * as people from './people.ts'
import * as person from './person.ts'

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
  accountHistory: {
    method: 'GET',
    path: '/api/admin/people/:id/history',
    actor: 'admin',
    summary: 'What happened to an account, newest first, ten a page',
    params: person.OnePerson,
    query: person.HistoryPage,
    replies: { 200: person.AccountHistory },
  },
  accountPapers: {
    method: 'GET',
    path: '/api/admin/people/:id/papers',
    actor: 'admin',
    summary: 'Invoices, credit notes and orders of an account, newest first, ten a page',
    params: person.OnePerson,
    query: z.strictObject({ page: z.optional(Page) }),
    replies: { 200: person.AccountPapers },
  },
  paperPdf: {
    method: 'GET',
    path: '/api/admin/people/invoice/:id',
    actor: 'admin',
    summary: 'The PDF of an invoice or credit note',
    params: person.OnePerson,
    mediaType: 'application/pdf',
    replies: { 200: z.unknown() },
  },
  personLogin: {
    method: 'GET',
    path: '/api/admin/people/:id/login',
    actor: 'admin',
    summary:
      'Password, second factors, sessions and lock of the owner of an account, or of the user of a contact',
    params: person.OnePerson,
    replies: { 200: person.PersonLogin },
  },
  endUserSession: {
    method: 'POST',
    path: '/api/admin/people/session/end',
    actor: 'admin',
    idempotent: true,
    summary: 'Logs somebody out in one browser',
    body: person.SessionOfPerson,
    replies: { 200: Done },
  },
  releaseLogin: {
    method: 'POST',
    path: '/api/admin/people/login/release',
    actor: 'admin',
    idempotent: true,
    summary:
      'Lets somebody log in again who is locked out by wrong passwords or codes, and tells them by mail',
    body: person.LoginRelease,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

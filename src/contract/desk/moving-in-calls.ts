import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Done } from '#contract/shapes.ts'
import * as movingIn from './moving-in.ts'

/** The admin's calls about people who move in from another site. */
export const adminMovingInCalls = {
  checkPeopleList: {
    method: 'POST',
    path: '/api/admin/people/import/check',
    actor: 'admin',
    idempotent: true,
    summary: 'Checks a list of people and keeps it for 24 hours; adds nobody',
    body: movingIn.PeopleList,
    largestBodyBytes: 8_000_000,
    replies: { 200: movingIn.CheckedList },
  },
  peopleListErrors: {
    method: 'GET',
    path: '/api/admin/people/import/:id/errors.csv',
    actor: 'admin',
    summary: 'The rows of a list that are not imported, each with its error, as a file; for 24 hours',
    params: movingIn.OneImport,
    mediaType: 'text/csv',
    replies: { 200: z.unknown() },
  },
  peopleImports: {
    method: 'GET',
    path: '/api/admin/people/imports',
    actor: 'admin',
    summary: 'The last imports of people, and how far they are',
    replies: { 200: movingIn.PeopleImports },
  },
  importPeople: {
    method: 'POST',
    path: '/api/admin/people/import/start',
    actor: 'admin',
    idempotent: true,
    summary: 'Adds the people of a checked list, in the background, without a mail to anybody',
    body: movingIn.ConfirmedImport,
    replies: { 200: Done },
  },
  takeOverCards: {
    method: 'POST',
    path: '/api/admin/people/import/take-over',
    actor: 'admin',
    idempotent: true,
    summary:
      'States that the old subscriptions of an import have ended: from their next day on its people are charged here',
    body: movingIn.ConfirmedImport,
    replies: { 200: Done },
  },
  invitePeople: {
    method: 'POST',
    path: '/api/admin/people/import/invite',
    actor: 'admin',
    idempotent: true,
    summary: 'Has so many people of an import invited by mail, a few each minute',
    body: movingIn.InvitationOrder,
    replies: { 200: Done },
  },
  undoPeopleImport: {
    method: 'POST',
    path: '/api/admin/people/import/undo',
    actor: 'admin',
    idempotent: true,
    summary:
      'Deletes the people of an import of the last 24 hours, in the background, besides those who were invited, logged in or bought',
    body: movingIn.ConfirmedImport,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

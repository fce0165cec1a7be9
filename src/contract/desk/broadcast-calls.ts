import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Day, Done } from '#contract/shapes.ts'
import * as broadcasts from './broadcasts.ts'

const largestBodyBytes = 128 * 1024

/** The admin's calls about mails to many. */
export const broadcastCalls = {
  broadcasts: {
    method: 'GET',
    path: '/api/admin/broadcasts',
    actor: 'admin',
    summary: 'Broadcasts and what became of their mails, newest first, ten a page',
    query: broadcasts.BroadcastsPage,
    replies: { 200: broadcasts.Broadcasts },
  },
  previewBroadcast: {
    method: 'POST',
    path: '/api/admin/broadcasts/preview',
    actor: 'admin',
    summary: 'How many a broadcast would go to, and its text as they would read it; nothing is stored',
    body: broadcasts.BroadcastDraft,
    largestBodyBytes,
    replies: { 200: broadcasts.BroadcastPreview },
  },
  testBroadcast: {
    method: 'POST',
    path: '/api/admin/broadcasts/test',
    actor: 'admin',
    idempotent: true,
    summary: 'Mails a broadcast to the admin alone',
    body: z.strictObject({ ...broadcasts.draftFields, password: z.optional(CurrentPassword) }),
    largestBodyBytes,
    replies: { 200: Done },
  },
  orderBroadcast: {
    method: 'POST',
    path: '/api/admin/broadcasts',
    actor: 'admin',
    idempotent: true,
    summary: 'Sends a broadcast now or later; 409 `broadcast-without-recipients` where nobody would get it',
    body: z.strictObject({
      ...broadcasts.draftFields,
      /** In the zone of the seller; null for now. */
      at: z.nullable(
        z.strictObject({
          day: Day.check(z.regex(/^[1-9]/)),
          time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
        }),
      ),
      password: CurrentPassword,
    }),
    largestBodyBytes,
    replies: { 200: Done },
  },
  stopBroadcast: {
    method: 'POST',
    path: '/api/admin/broadcasts/stop',
    actor: 'admin',
    idempotent: true,
    summary: 'Sends no more mails of a broadcast; 409 `broadcast-ended` for one that has ended',
    body: z.strictObject({ id: z.uuid(), password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

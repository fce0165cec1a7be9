import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Instant, Page } from '#contract/shapes.ts'

/** `count`: on all pages. */
const UndeliveredMails = z.strictObject({
  count: z.int(),
  mails: z.array(
    z.strictObject({
      id: z.uuid(),
      recipient: z.string(),
      subject: z.string(),
      writtenAt: Instant,
      attempts: z.int(),
      /** Null once the mail is given up or refused. */
      nextAttemptAt: z.nullable(Instant),
      /** When it was given up or refused; null while it is retried. */
      endedAt: z.nullable(Instant),
      /** Last reply of the mail server, or why it could not be reached. */
      lastAnswer: z.nullable(z.string()),
    }),
  ),
})
export type UndeliveredMail = z.output<typeof UndeliveredMails>['mails'][number]

/** The admin's calls about mails. */
export const adminMailCalls = {
  undeliveredMails: {
    method: 'GET',
    path: '/api/admin/mails/undelivered',
    actor: 'admin',
    summary: 'Mails that were tried in vain or given up, newest first, ten a page',
    query: z.strictObject({ page: z.optional(Page) }),
    replies: { 200: UndeliveredMails },
  },
} as const satisfies Record<string, Call>

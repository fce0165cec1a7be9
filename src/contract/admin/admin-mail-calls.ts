import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import { Email } from '#contract/accounts/accounts.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line, Page } from '#contract/shapes.ts'

const MailFilter = z.strictObject({
  /** A part of the recipient or the subject. */
  search: z.optional(Line(254)),
  /** `undelivered`: tried in vain, refused or given up; `refused`: refused or given up. */
  state: z.optional(z.enum(['undelivered', 'waiting', 'refused', 'delivered'])),
  /** From 0, ten a page. */
  page: z.optional(Page),
})
export type MailFilter = z.output<typeof MailFilter>

/** `put-off`: tried in vain, and tried again; `unknown`: of a broadcast, taken or not, and not sent again. */
const MailState = z.enum(['waiting', 'put-off', 'refused', 'given-up', 'unknown', 'delivered'])
export type MailState = z.output<typeof MailState>

/** `count`: on all pages. */
const MailQueue = z.strictObject({
  count: z.int(),
  mails: z.array(
    z.strictObject({
      id: z.uuid(),
      recipient: z.string(),
      subject: z.string(),
      state: MailState,
      writtenAt: Instant,
      attempts: z.int(),
      /** Null once the mail is delivered, given up or refused. */
      nextAttemptAt: z.nullable(Instant),
      /** When it was delivered, given up or refused; null while it is retried. */
      endedAt: z.nullable(Instant),
      /** Last reply of the mail server, or why it could not be reached; null after the delivery. */
      lastAnswer: z.nullable(z.string()),
      maySendAgain: z.boolean(),
      /** It lets nobody log in, and may go to another address. */
      mayGoElsewhere: z.boolean(),
    }),
  ),
})
export type MailInQueue = z.output<typeof MailQueue>['mails'][number]

/** The admin's calls about mails. */
export const adminMailCalls = {
  mailQueue: {
    method: 'GET',
    path: '/api/admin/mails',
    actor: 'admin',
    summary: 'Mails of the last 90 days, found and filtered, newest first, ten a page',
    query: MailFilter,
    replies: { 200: MailQueue },
  },
  sendMailAgain: {
    method: 'POST',
    path: '/api/admin/mails/again',
    actor: 'admin',
    idempotent: true,
    summary:
      'Sends a mail again: one that was not delivered, an invoice, or one with a link, which is made anew; to another address only one that lets nobody log in',
    body: z.strictObject({
      mailId: z.uuid(),
      /** Only a mail to a user of this account. */
      accountId: z.optional(z.uuid()),
      /** Another address than its own. */
      to: z.optional(Email),
      password: z.optional(CurrentPassword),
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

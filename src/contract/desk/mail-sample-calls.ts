import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Line } from '#contract/shapes.ts'

const MailTopic = z.enum(['users', 'contracts', 'orders', 'site'])
export type MailTopic = z.output<typeof MailTopic>

const language = z.enum(['en', 'de'])
/** Such as `billing.trial-ends`. */
const key = Line(60)
const params = z.strictObject({ key, language })

/** The admin's calls about the mails that the site writes. */
export const adminMailSampleCalls = {
  mailSamples: {
    method: 'GET',
    path: '/api/admin/mails/samples',
    actor: 'admin',
    summary: 'Every mail that the site writes, with invented data',
    replies: {
      200: z.strictObject({
        mails: z.array(
          z.strictObject({
            key: z.string(),
            topic: MailTopic,
            subject: z.string(),
            /** The first line of its text. */
            beginning: z.string(),
          }),
        ),
      }),
    },
  },
  mailSample: {
    method: 'GET',
    path: '/api/admin/mails/samples/:key/:language',
    actor: 'admin',
    summary: 'Subject and text of a mail with invented data',
    params,
    replies: { 200: z.strictObject({ subject: z.string(), text: z.string() }) },
  },
  mailSampleHtml: {
    method: 'GET',
    path: '/api/admin/mails/samples/:key/:language/html',
    actor: 'admin',
    summary: 'The same mail as HTML, for a frame without scripts',
    params,
    mediaType: 'text/html',
    replies: { 200: z.unknown() },
  },
  sendMailSample: {
    method: 'POST',
    path: '/api/admin/mails/samples/send',
    actor: 'admin',
    idempotent: true,
    summary: 'Mails a mail with invented data to the admin alone',
    body: z.strictObject({ key, language, password: z.optional(CurrentPassword) }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

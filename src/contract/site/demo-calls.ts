import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Id, Instant } from '#contract/shapes.ts'

export const DemoMails = z.strictObject({
  mails: z.array(
    z.strictObject({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentAt: Instant,
      /** The attached files: address and name. */
      attachments: z.array(z.strictObject({ href: z.string(), name: z.string() })),
    }),
  ),
})
const DemoClock = z.strictObject({ now: Instant })
/** ISO 8601 duration of whole days, weeks, months or years, forward only: `P30D`. */
const DemoAdvance = z.strictObject({
  advance: z.string().check(z.regex(/^P(?:\d{1,3}[DWM]|\d{1,2}Y)$/)),
})
export const DemoLogins = z.strictObject({
  logins: z.array(
    z.strictObject({
      role: z.enum(['admin', 'owner', 'viewer', 'expired']),
      email: z.string(),
      password: z.string(),
    }),
  ),
})
const DemoServiceMode = z.strictObject({ serviceMode: z.enum(['open', 'paused', 'sunset', 'closed']) })

/** The demo's own calls: absent (404) elsewhere. */
/** Bytes of a file, sent as an attachment. */
const DemoAttachment = z.unknown()

export const demoCalls = {
  demoMails: {
    method: 'GET',
    path: '/demo/mails',
    actor: 'demo',
    summary: 'The mails sent so far, newest first',
    replies: { 200: DemoMails },
  },
  demoAttachment: {
    method: 'GET',
    path: '/demo/attachment',
    actor: 'demo',
    summary: 'A file that a mail of the demo brings: which one, counted from 0',
    query: z.strictObject({ id: Id, file: z.string().check(z.regex(/^\d{1,2}$/)) }),
    mediaType: 'application/pdf',
    replies: { 200: DemoAttachment },
  },
  demoLogins: {
    method: 'GET',
    path: '/demo/logins',
    actor: 'demo',
    summary: 'The demo logins',
    replies: { 200: DemoLogins },
  },
  demoClock: {
    method: 'GET',
    path: '/demo/clock',
    actor: 'demo',
    summary: "The demo's business time",
    replies: { 200: DemoClock },
  },
  advanceDemoClock: {
    method: 'POST',
    path: '/demo/clock',
    actor: 'demo',
    summary: 'Moves business time forward, day by day, and runs the work due on the way',
    body: DemoAdvance,
    replies: { 200: DemoClock },
  },
  demoServiceMode: {
    method: 'PUT',
    path: '/demo/service-mode',
    actor: 'demo',
    summary: 'Switches between an open service and one that is closing',
    body: DemoServiceMode,
    replies: { 200: DemoServiceMode },
  },
} as const satisfies Record<string, Call>

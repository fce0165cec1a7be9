import * as z from 'zod/mini'
import { Instant } from '#contract/shapes.ts'

/** The demo's own calls: absent (404) outside demo mode. */
export const DemoMails = z.strictObject({
  mails: z.array(
    z.strictObject({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      sentAt: Instant,
      /** What is attached: the address of a file, and what it is. */
      attachment: z.optional(z.strictObject({ href: z.string(), name: z.string() })),
    }),
  ),
})
export const DemoClock = z.strictObject({ now: Instant })
/** ISO 8601 duration of whole days, weeks, months or years, forward only: `P30D`. */
export const DemoAdvance = z.strictObject({
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
export const DemoServiceMode = z.strictObject({ serviceMode: z.enum(['open', 'sunset']) })

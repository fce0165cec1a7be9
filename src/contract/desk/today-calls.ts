import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Day, Instant } from '#contract/shapes.ts'

/**
 * What waits for somebody. `charge`: a payment that failed or waits for the customer. `declaration`: a cancellation or
 * withdrawal to decide. `objection`: somebody undid a move of their address within 14 days. `mail`: one that was refused or given up within 7 days. `video-refused`, `video-waiting`: an uploaded
 * video that was refused, or whose processing waits.
 */
const Kind = z.enum([
  'charge',
  'dispute',
  'declaration',
  'objection',
  'mail',
  'video-refused',
  'video-waiting',
])
export type TodayKind = z.output<typeof Kind>

const Item = z.strictObject({
  /** Of the account, order, declaration, mail or video; null where it is not known any more. */
  id: z.nullable(z.string()),
  /** Of an account or order, of who declared something, a recipient, or the title of a video. */
  name: z.string(),
  /** Since when it waits. */
  at: Instant,
  /** Gross, of a dispute. */
  cents: z.nullable(z.int()),
  /** A dispute is about an order. */
  isOrder: z.boolean(),
})
export type TodayItem = z.output<typeof Item>

const Today = z.strictObject({
  /** The site is not open yet. */
  inSetUp: z.boolean(),
  /** Kinds without items are left out. `count`: of all; at most ten items are listed, the oldest first. */
  inbox: z.array(z.strictObject({ kind: Kind, count: z.int(), items: z.array(Item) })),
  /** Of the month so far, in the seller's zone. */
  month: z.strictObject({
    from: Day,
    to: Day,
    /** IANA name. */
    zone: z.string(),
    /** Net, invoices less credit notes. */
    revenueCents: z.int(),
    /** Net, now. */
    monthlyCents: z.int(),
    /** Paid ones, now, in so many accounts. */
    seats: z.int(),
    accounts: z.int(),
    /** Trials that ended, and how many of them by a payment. */
    trialsEnded: z.int(),
    trialsPaid: z.int(),
  }),
})
export type Today = z.output<typeof Today>

/** The admin's call for the first page of the desk. */
export const adminTodayCalls = {
  today: {
    method: 'GET',
    path: '/api/admin/today',
    actor: 'admin',
    summary: 'What waits for the admin, and the numbers of the month',
    replies: { 200: Today },
  },
} as const satisfies Record<string, Call>

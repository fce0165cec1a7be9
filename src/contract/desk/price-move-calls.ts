import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Cents, Day, Done, Instant, Interval, Line, Page } from '#contract/shapes.ts'
import { PricingPlan } from '#contract/site/site.ts'

const Otherwise = z.enum(['keep', 'end'])
const RealDay = Day.check(z.regex(/^[1-9]/))

/** Numbers of customers of a move. */
const Counts = z.strictObject({
  all: z.int(),
  /** The mail is still to be written or to be taken by the mail server. */
  waiting: z.int(),
  /** Announced, without an answer. */
  open: z.int(),
  /** Agreed, before the renewal. */
  agreed: z.int(),
  /** Cancelled or ended since. */
  gone: z.int(),
  /** Renewed at the new price, and at the old one. */
  moved: z.int(),
  kept: z.int(),
  /** Stopped, no longer concerned when the mail was to be written, or without a working address. */
  left: z.int(),
})

const PriceMove = z.strictObject({
  id: z.uuid(),
  /** Of the price set. */
  name: z.string(),
  startsAt: Instant,
  otherwise: Otherwise,
  orderedAt: Instant,
  stoppedAt: z.nullable(Instant),
  counts: Counts,
})
export type PriceMove = z.output<typeof PriceMove>

/** The prices of one customer: net, of a period, for their paid users, before a coupon. */
const prices = {
  accountId: z.uuid(),
  name: z.string(),
  email: z.string(),
  users: z.int(),
  interval: Interval,
  oldCents: Cents,
  newCents: Cents,
}
const Concerned = z.strictObject({ ...prices, nextAt: Instant })
export type Concerned = z.output<typeof Concerned>

const Preview = z.strictObject({
  plan: PricingPlan,
  /** Where `day` is earlier, nothing can be ordered. */
  earliestDay: Day,
  count: z.int(),
  /** Net, a month, of all of them. */
  oldMonthCents: z.int(),
  newMonthCents: z.int(),
  /** Customers with a running paid subscription that are left out, by the reason. */
  leftOut: z.strictObject({
    announced: z.int(),
    unpaid: z.int(),
    'interval-not-sold': z.int(),
    'same-price': z.int(),
    'no-address': z.int(),
  }),
  /** A page of them, ten, by name. */
  customers: z.array(Concerned),
})
export type PriceMovePreview = z.output<typeof Preview>

const MovedCustomer = z.strictObject({
  ...prices,
  state: z.enum([
    'waiting',
    'open',
    'agreed',
    'cancelled',
    'moved',
    'kept',
    'ended',
    'stopped',
    'left-out',
    'unreached',
  ]),
  announcedAt: z.nullable(Instant),
  mailedAt: z.nullable(Instant),
  agreedAt: z.nullable(Instant),
  /** The sentence that was agreed to. */
  words: z.nullable(z.string()),
})
export type MovedCustomer = z.output<typeof MovedCustomer>

const One = z.strictObject({ id: z.uuid() })
const Customers = z.strictObject({ count: z.int(), move: PriceMove, customers: z.array(MovedCustomer) })

/** The admin's calls that announce new prices to existing customers. */
export const priceMoveCalls = {
  priceMoves: {
    method: 'GET',
    path: '/api/admin/site/price-moves',
    actor: 'admin',
    summary:
      'New prices that were announced to existing customers, and their answers; the sets to choose from',
    replies: {
      200: z.strictObject({
        moves: z.array(PriceMove),
        sets: z.array(z.string()),
        /** MAIL_PER_HOUR. */
        perHour: z.int(),
        earliestDay: Day,
      }),
    },
  },
  previewPriceMove: {
    method: 'POST',
    path: '/api/admin/site/price-moves/preview',
    actor: 'admin',
    summary: 'Whom a price set would concern, with the old and the new amount of each; nothing is stored',
    body: z.strictObject({ name: Line(40), page: z.optional(Page) }),
    replies: { 200: Preview },
  },
  orderPriceMove: {
    method: 'POST',
    path: '/api/admin/site/price-moves',
    actor: 'admin',
    idempotent: true,
    summary:
      'Announces prices to all whom they concern; 409 `version-conflict` if the set has changed since it was shown, `price-move-without-customers` if it concerns nobody',
    body: z.strictObject({
      name: Line(40),
      /** As previewed. */
      plan: PricingPlan,
      /** Of the seller; renewals from its beginning on are concerned. */
      day: RealDay,
      otherwise: Otherwise,
      password: CurrentPassword,
    }),
    replies: { 200: Done },
  },
  stopPriceMove: {
    method: 'POST',
    path: '/api/admin/site/price-moves/stop',
    actor: 'admin',
    idempotent: true,
    summary:
      'Withdraws announced prices from all who have not renewed at them; 409 `price-move-stopped` if it was stopped before',
    body: z.strictObject({ id: z.uuid(), password: CurrentPassword }),
    replies: { 200: Done },
  },
  priceMove: {
    method: 'GET',
    path: '/api/admin/site/price-moves/:id',
    actor: 'admin',
    summary: 'The customers of a move, with their answers, ten a page',
    params: One,
    query: z.strictObject({ page: z.optional(Page) }),
    replies: { 200: Customers },
  },
  priceMoveCsv: {
    method: 'GET',
    path: '/api/admin/site/price-moves/:id/customers.csv',
    actor: 'admin',
    summary: 'All customers of a move, with their answers, as a file',
    params: One,
    mediaType: 'text/csv',
    replies: { 200: z.unknown() },
  },
} as const satisfies Record<string, Call>

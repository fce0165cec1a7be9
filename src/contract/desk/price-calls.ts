import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line, Text } from '#contract/shapes.ts'
import { PricingPlan } from '#contract/site/site.ts'

const PricesText = Text(50_000)
/** SHA-256 of `prices.yaml`; null where there is no such file. */
const FileDigest = z.nullable(Line(64))

/** Price sets, and which of them is on sale. */
const PricesShown = z.strictObject({
  /** The set on sale now, and the one that is on sale after all planned changes. */
  now: z.string(),
  last: z.string(),
  sets: z.array(
    z.strictObject({
      name: z.string(),
      plan: PricingPlan,
      /** `2027-03-01` or `2027-03-01 09:00` in the seller's time zone; null without. */
      from: z.nullable(z.string()),
      state: z.enum(['now', 'planned', 'other']),
    }),
  ),
})
export type PricesShown = z.output<typeof PricesShown>

const TypedPriceSet = z.strictObject({
  name: Line(40),
  basePrice: Line(20),
  users: z.array(z.strictObject({ from: Line(10), percent: Line(10) })).check(z.maxLength(60)),
  intervals: z.array(z.strictObject({ interval: Line(20), percent: Line(10) })).check(z.maxLength(20)),
  tiers: z.enum(['volume', 'graduated']),
  /** `2027-03-01 09:00` in the seller's time zone; empty for at once. */
  from: Line(20),
})
export type TypedPriceSet = z.output<typeof TypedPriceSet>

/** Days that go with the prices. */
const Terms = z.strictObject({ trialDays: z.int(), graceDays: z.int(), refundDays: z.int() })
export type Terms = z.output<typeof Terms>

const DeskPrices = z.strictObject({
  /** PRICE_SET, where it decides: the desk changes nothing. */
  byEnvironment: z.nullable(z.string()),
  source: z.enum(['product', 'file', 'desk']),
  /** The file has changed since the desk saved. */
  fileChanged: z.boolean(),
  fileDigest: FileDigest,
  /** Version of the last save at the desk; 0 without one. */
  version: z.int(),
  /** What counts, as `prices.yaml`. */
  text: z.string(),
  shown: PricesShown,
  /** What the desk saved, newest first; a text that is null made the file count. */
  versions: z.array(z.strictObject({ version: z.int(), savedAt: Instant, text: z.nullable(z.string()) })),
  terms: Terms,
  /** Terms that the environment decides. */
  fixedTerms: z.array(z.enum(['trialDays', 'graceDays', 'refundDays'])),
  withdrawalDays: z.int(),
})
export type DeskPrices = z.output<typeof DeskPrices>

const PricesDraft = z.strictObject({
  text: z.string(),
  mistakes: z.array(z.strictObject({ line: z.int(), sentence: z.string(), path: z.array(z.string()) })),
  /** Null where there are mistakes. */
  shown: z.nullable(PricesShown),
})
export type PricesDraft = z.output<typeof PricesDraft>

/** The admin's calls about what a subscription costs. */
export const adminPriceCalls = {
  pricesAtDesk: {
    method: 'GET',
    path: '/api/admin/site/prices',
    actor: 'admin',
    summary: 'What is on sale and planned, where it comes from, and what the desk saved before',
    replies: { 200: DeskPrices },
  },
  draftPrices: {
    method: 'POST',
    path: '/api/admin/site/prices/draft',
    actor: 'admin',
    summary: 'Prices with a set added or withdrawn, and their mistakes; nothing is stored',
    body: z.strictObject({
      text: PricesText,
      add: z.optional(TypedPriceSet),
      withdraw: z.optional(Line(40)),
    }),
    replies: { 200: PricesDraft },
  },
  savePrices: {
    method: 'POST',
    path: '/api/admin/site/prices',
    actor: 'admin',
    idempotent: true,
    summary:
      'Puts prices on sale for new customers; 409 `version-conflict` after a change by somebody else or of the file, `set-by-environment` where PRICE_SET is set',
    body: z.strictObject({
      /** Null: the file counts from now on. */
      text: z.nullable(PricesText),
      version: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
      fileDigest: FileDigest,
      password: CurrentPassword,
    }),
    replies: { 200: Done },
  },
  saveTerms: {
    method: 'POST',
    path: '/api/admin/site/prices/terms',
    actor: 'admin',
    idempotent: true,
    summary:
      'Sets the days of trial, grace and refund; 409 `version-conflict` after a change by somebody else, `set-by-environment` where the environment decides all of them, `grace-promised` for a shorter grace period while a customer is in one',
    body: z.strictObject({
      /** As typed; empty for the product's own. */
      terms: z.strictObject({ trialDays: Line(10), graceDays: Line(10), refundDays: Line(10) }),
      /** As the form was opened. */
      shown: Terms,
      password: CurrentPassword,
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>

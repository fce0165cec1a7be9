import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { Day, Id, Instant, Page } from '#contract/shapes.ts'

/** Days in the seller's zone, both included. */
const period = { from: Day, to: Day }

/** Sums of cents exceed PostgreSQL's `integer`. */
const Sum = z.int()

const By = z.enum(['day', 'month', 'year'])
const Step = z.enum(['new', 'more', 'fewer', 'price', 'lost', 'free'])
/** Rows behind a number: changes of a kind, ends of trials, first payments, and those of `from`'s month that still pay. */
const ChangeFilter = z.enum([...Step.options, 'trial-ended', 'trial-paid', 'first', 'kept'])
const Phase = z.enum(['none', 'trial', 'granted', 'paid', 'over'])

const MoneyRow = z.strictObject({
  /** First day of the row's period, which may be before `from`. */
  day: Day,
  /** Net, by day of issue. */
  invoicedCents: Sum,
  creditedCents: Sum,
  netCents: Sum,
  vatCents: Sum,
  /** Gross, by day of payment. */
  receivedCents: Sum,
  refundedCents: Sum,
  /** Changes of monthly recurring revenue, net. `start`: what was there when its history began. */
  bridge: z.strictObject({
    start: Sum,
    new: Sum,
    more: Sum,
    fewer: Sum,
    price: Sum,
    lost: Sum,
    free: Sum,
  }),
  /** At the end of the row's period, net. */
  monthlyCents: Sum,
  accounts: z.int(),
  seats: z.int(),
  newAccounts: z.int(),
  lostAccounts: z.int(),
  /** Part of the accounts at the beginning, 0 to 1; null if there were none. */
  churn: z.nullable(z.number()),
})
export type MoneyRow = z.output<typeof MoneyRow>

const MoneyReport = z.strictObject({
  /** IANA name. */
  zone: z.string(),
  /** Recurring revenue before this moment is unknown; null: known from the first subscription on. */
  since: z.nullable(Instant),
  rows: z.array(MoneyRow),
})
export type MoneyReport = z.output<typeof MoneyReport>

const MoneyChanges = z.strictObject({
  /** On all pages. */
  count: z.int(),
  changes: z.array(
    z.strictObject({
      id: z.int(),
      /** Null where the account was deleted. */
      account: z.nullable(z.strictObject({ id: Id, name: z.string() })),
      at: Instant,
      step: z.enum(['start', ...Step.options]),
      phaseBefore: Phase,
      phase: Phase,
      /** Net, afterwards. */
      monthlyCents: z.int(),
      monthlyChange: z.int(),
      paidSeats: z.int(),
      seatsChange: z.int(),
      freeSeats: z.int(),
    }),
  ),
})
export type MoneyChange = z.output<typeof MoneyChanges>['changes'][number]

const Cohort = z.strictObject({
  /** First day of the month. */
  month: Day,
  /** Trials that ended in it, and those of them that a payment ended. */
  trialsEnded: z.int(),
  trialsPaid: z.int(),
  /** Accounts that paid for the first time in it. */
  started: z.int(),
  /** How many of them paid at the end of this month, of the next one, and so on; at the end of the period for its month. */
  kept: z.array(z.int()),
})
export type Cohort = z.output<typeof Cohort>

const Cohorts = z.strictObject({
  /** IANA name. */
  zone: z.string(),
  /** Changes before this moment are unknown; null: known from the first subscription on. */
  since: z.nullable(Instant),
  cohorts: z.array(Cohort),
})

/** `text/csv` in UTF-8, sent as an attachment. */
const Csv = z.unknown()

/** The admin's calls about money. */
export const adminMoneyCalls = {
  moneyReport: {
    method: 'GET',
    path: '/api/admin/money/report',
    actor: 'admin',
    summary: 'Revenue and recurring revenue by day, month or year; at most 400 rows, else 422 `invalid`',
    query: z.strictObject({ ...period, by: By }),
    replies: { 200: MoneyReport },
  },
  moneyReportCsv: {
    method: 'GET',
    path: '/api/admin/money/report.csv',
    actor: 'admin',
    summary: 'The same as a file',
    query: z.strictObject({ ...period, by: By }),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  cohorts: {
    method: 'GET',
    path: '/api/admin/money/cohorts',
    actor: 'admin',
    summary:
      'Trials by the month of their end, and accounts by the month of their first payment with how many still pay; none after today, at most 36 months, else 422 `invalid`',
    query: z.strictObject(period),
    replies: { 200: Cohorts },
  },
  cohortsCsv: {
    method: 'GET',
    path: '/api/admin/money/cohorts.csv',
    actor: 'admin',
    summary: 'The same as a file',
    query: z.strictObject(period),
    mediaType: 'text/csv',
    replies: { 200: Csv },
  },
  moneyChanges: {
    method: 'GET',
    path: '/api/admin/money/changes',
    actor: 'admin',
    summary: 'Changes of what subscriptions bring in a period, newest first, ten a page',
    query: z.strictObject({ ...period, step: z.optional(ChangeFilter), page: z.optional(Page) }),
    replies: { 200: MoneyChanges },
  },
} as const satisfies Record<string, Call>

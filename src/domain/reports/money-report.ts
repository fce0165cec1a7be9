import { Temporal } from 'temporal-polyfill'
import { type LevelStep, levelSteps } from './subscription-level.ts'

/** Days in the seller's zone, both included, and the length of a row's period. */
export type ReportPeriod = {
  readonly from: string
  readonly to: string
  readonly by: 'day' | 'month' | 'year'
}

/** The documents issued in a period; credit notes are negative. `day` is its first. */
export type SalesSum = {
  readonly day: string
  readonly kind: 'invoice' | 'credit-note'
  readonly count: number
  readonly netCents: number
  readonly vatCents: number
}

/** Money that moved in a period, gross. */
export type PaidSum = { readonly day: string; readonly kind: 'captured' | 'refunded'; readonly cents: number }

/** The changes of one kind in a period. `accounts`: how many more are paid. */
export type LevelSum = LevelsBefore & { readonly day: string; readonly step: LevelStep | 'start' }
export type LevelsBefore = {
  readonly count: number
  readonly accounts: number
  readonly monthlyCents: number
  readonly seats: number
}

/** A period of the report. Recurring revenue is net cents a month at its end. */
export type MoneyRow = {
  readonly day: string
  readonly invoicedCents: number
  readonly creditedCents: number
  readonly netCents: number
  readonly vatCents: number
  readonly receivedCents: number
  readonly refundedCents: number
  readonly bridge: Readonly<Record<LevelStep | 'start', number>>
  readonly monthlyCents: number
  readonly accounts: number
  readonly seats: number
  readonly newAccounts: number
  readonly lostAccounts: number
  /** Lost accounts as a part of those at its beginning, 0 to 1; null if there were none. */
  readonly churn: number | null
}

/**
 * Returns the report of money by periods, one after another without gaps: sums of each, and what subscriptions bring at
 * its end. The bridge leads from one end to the next to the cent; `start` is what was there when the history began.
 */
export function moneyReport(
  period: ReportPeriod,
  sums: {
    readonly sales: readonly SalesSum[]
    readonly paid: readonly PaidSum[]
    readonly levels: readonly LevelSum[]
    readonly before: LevelsBefore
  },
): readonly MoneyRow[] {
  let { monthlyCents, accounts, seats } = sums.before
  return periodsOf(period).map((day) => {
    const sales = sums.sales.filter((sum) => sum.day === day)
    const paid = sums.paid.filter((sum) => sum.day === day)
    const levels = sums.levels.filter((sum) => sum.day === day)
    const of = (kind: SalesSum['kind']) => sales.filter((sum) => sum.kind === kind)
    const step = (name: LevelStep | 'start') => levels.filter((sum) => sum.step === name)
    const accountsBefore = accounts + sumOf(step('start'), (sum) => sum.accounts)
    monthlyCents += sumOf(levels, (sum) => sum.monthlyCents)
    accounts += sumOf(levels, (sum) => sum.accounts)
    seats += sumOf(levels, (sum) => sum.seats)
    const lostAccounts = sumOf(step('lost'), (sum) => sum.count)
    return {
      day,
      invoicedCents: sumOf(of('invoice'), (sum) => sum.netCents),
      creditedCents: -sumOf(of('credit-note'), (sum) => sum.netCents) || 0,
      netCents: sumOf(sales, (sum) => sum.netCents),
      vatCents: sumOf(sales, (sum) => sum.vatCents),
      receivedCents: sumOf(paid, (sum) => (sum.kind === 'captured' ? sum.cents : 0)),
      refundedCents: sumOf(paid, (sum) => (sum.kind === 'refunded' ? sum.cents : 0)),
      bridge: bridgeOf((name) => sumOf(step(name), (sum) => sum.monthlyCents)),
      monthlyCents,
      accounts,
      seats,
      newAccounts: sumOf(step('new'), (sum) => sum.count),
      lostAccounts,
      churn: accountsBefore > 0 ? lostAccounts / accountsBefore : null,
    }
  })
}

/** Returns the first day of each period between two days. */
export function periodsOf({ from, to, by }: ReportPeriod): readonly string[] {
  const last = Temporal.PlainDate.from(to)
  const start = Temporal.PlainDate.from(from)
  const first = by === 'day' ? start : start.with(by === 'month' ? { day: 1 } : { day: 1, month: 1 })
  const days: string[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ [`${by}s`]: 1 }))
    days.push(day.toString())
  return days
}

function bridgeOf(cents: (step: LevelStep | 'start') => number): MoneyRow['bridge'] {
  const steps = ['start', ...levelSteps] as const
  return Object.fromEntries(steps.map((step) => [step, cents(step)])) as MoneyRow['bridge']
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}

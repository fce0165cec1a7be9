import type { Interval } from '#domain/interval.ts'

/** The terms of a money-off coupon as the operator sets them. `offCents`: net, of each period. */
export type MoneyOffTerms = {
  readonly percent: number | null
  readonly offCents: number | null
  /** Number of paid periods at the lower price; null: all. */
  readonly periods: number | null
  /** Null: all. */
  readonly intervals: readonly Interval[] | null
  /** Only for accounts that have never paid for a period. */
  readonly firstTime: boolean
}

export type MoneyOffFault = 'money-off-value' | 'money-off-periods'

/** Returns the faults of terms by field; empty if all are valid. Used by browser and server. */
export function checkMoneyOff({
  percent,
  offCents,
  periods,
}: Pick<MoneyOffTerms, 'percent' | 'offCents' | 'periods'>): {
  readonly off?: MoneyOffFault
  readonly periods?: MoneyOffFault
} {
  const isPercent = percent !== null && offCents === null && isWithin(percent, 100)
  const isAmount = percent === null && offCents !== null && isWithin(offCents, 1_000_000)
  return {
    ...(!isPercent && !isAmount && { off: 'money-off-value' }),
    ...(periods !== null && !isWithin(periods, 120) && { periods: 'money-off-periods' }),
  }
}

function isWithin(value: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= most
}

/** Why an account cannot keep a valid coupon for its next purchase. `paying`: a paid subscription runs. */
export function whyNotForAccount(
  { firstTime }: Pick<MoneyOffTerms, 'firstTime'>,
  { paying, periodIndex }: { readonly paying: boolean; readonly periodIndex: number },
): 'coupon-while-paying' | 'coupon-first-time' | undefined {
  if (paying) return 'coupon-while-paying'
  return firstTime && periodIndex > 0 ? 'coupon-first-time' : undefined
}

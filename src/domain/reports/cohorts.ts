import { periodsOf } from './money-report.ts'

/** Accounts by the month of their first payment: how many began, and by how many more paid after the changes of `month`. */
export type CohortSum = {
  readonly start: string
  readonly month: string
  readonly started: number
  readonly change: number
}

/** Trials that ended in a month, and those of them that a payment ended. */
export type TrialSum = { readonly month: string; readonly ended: number; readonly paid: number }

/** Accounts that paid for the first time in a month. Months are named by their first day. */
export type Cohort = {
  readonly month: string
  readonly trialsEnded: number
  readonly trialsPaid: number
  readonly started: number
  /** How many of them paid at the end of this month, of the next one, and so on. */
  readonly kept: readonly number[]
}

/** Returns the cohorts of a period, month by month without gaps. Who was lost and pays again is kept again. */
export function cohortsOf(
  period: { readonly from: string; readonly to: string },
  sums: { readonly levels: readonly CohortSum[]; readonly trials: readonly TrialSum[] },
): readonly Cohort[] {
  const months = periodsOf({ ...period, by: 'month' })
  return months.map((month, place) => {
    const own = sums.levels.filter(({ start }) => start === month)
    const trials = sums.trials.find((sum) => sum.month === month)
    let paying = 0
    return {
      month,
      trialsEnded: trials?.ended ?? 0,
      trialsPaid: trials?.paid ?? 0,
      started: own.reduce((sum, { started }) => sum + started, 0),
      kept: months.slice(place).map((later) => {
        paying += own.find((sum) => sum.month === later)?.change ?? 0
        return paying
      }),
    }
  })
}

import { adminMoneyCalls } from '#contract/admin/admin-money-calls.ts'
import type { CallRequest } from '#contract/call.ts'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'

export type By = CallRequest<typeof adminMoneyCalls.moneyReport>['query']['by']
export type Step = NonNullable<CallRequest<typeof adminMoneyCalls.moneyChanges>['query']['step']>
type Period = { readonly from: string; readonly to: string }

export const moneyReportQuery = (period: Period, by: By) =>
  deskTableQuery(
    ['admin', 'money', period, by],
    ({ rows }) => Array.isArray(rows),
    adminMoneyCalls.moneyReport,
    { query: { ...period, by } },
  )

/** Trials and cohorts by month. */
export const cohortsQuery = (period: Period) =>
  deskTableQuery(
    ['admin', 'cohorts', period],
    ({ cohorts }) => Array.isArray(cohorts),
    adminMoneyCalls.cohorts,
    { query: period },
  )

/** A page of the changes of recurring revenue. */
export const moneyChangesQuery = (period: Period, step: Step | undefined, page: number) =>
  deskTableQuery(
    ['admin', 'money changes', period, step, page],
    ({ changes }) => Array.isArray(changes),
    adminMoneyCalls.moneyChanges,
    { query: { ...period, ...(step && { step }), page: String(page) } },
  )

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminMoneyCalls } from '#contract/admin/admin-money-calls.ts'
import type { CallRequest } from '#contract/call.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

export type By = CallRequest<typeof adminMoneyCalls.moneyReport>['query']['by']
export type Step = NonNullable<CallRequest<typeof adminMoneyCalls.moneyChanges>['query']['step']>
type Period = { readonly from: string; readonly to: string }

export const moneyReportQuery = (period: Period, by: By) =>
  queryOptions({
    queryKey: ['admin', 'money', period, by],
    queryFn: ({ signal }) =>
      adminRead(({ rows }) => Array.isArray(rows), adminMoneyCalls.moneyReport, {
        query: { ...period, by },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Trials and cohorts by month. */
export const cohortsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'cohorts', period],
    queryFn: ({ signal }) =>
      adminRead(({ cohorts }) => Array.isArray(cohorts), adminMoneyCalls.cohorts, { query: period, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the changes of recurring revenue. */
export const moneyChangesQuery = (period: Period, step: Step | undefined, page: number) =>
  queryOptions({
    queryKey: ['admin', 'money changes', period, step, page],
    queryFn: ({ signal }) =>
      adminRead(({ changes }) => Array.isArray(changes), adminMoneyCalls.moneyChanges, {
        query: { ...period, ...(step && { step }), page: String(page) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

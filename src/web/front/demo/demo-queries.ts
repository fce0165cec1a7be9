import { queryOptions } from '@tanstack/react-query'
import { billingCalls } from '#contract/billing/billing-calls.ts'
import { demoCalls } from '#contract/site/demo-calls.ts'
import { read } from '#web/platform/site/queries.ts'

export const demoLoginsQuery = queryOptions({
  queryKey: ['demo', 'logins'],
  queryFn: ({ signal }) => read(demoCalls.demoLogins, { signal }),
  select: ({ logins }) => logins,
})
export const demoMailsQuery = queryOptions({
  queryKey: ['demo', 'mails'],
  queryFn: ({ signal }) => read(demoCalls.demoMails, { signal }),
  select: ({ mails }) => mails,
  // a mail is sent shortly after its cause
  refetchInterval: 5000,
  staleTime: 0,
})
export const demoClockQuery = queryOptions({
  queryKey: ['demo', 'clock'],
  queryFn: ({ signal }) => read(demoCalls.demoClock, { signal }),
  select: ({ now }) => new Date(now),
  refetchInterval: 30_000,
  staleTime: 0,
})
export const demoFaultQuery = queryOptions({
  queryKey: ['demo', 'fault'],
  queryFn: ({ signal }) => read(billingCalls.sandboxFaultNow, { signal }),
  select: ({ fault }) => fault,
})

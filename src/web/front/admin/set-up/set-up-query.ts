import { queryOptions } from '@tanstack/react-query'
import { adminSetUpCalls } from '#contract/desk/set-up-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

export const setUpQuery = queryOptions({
  queryKey: ['admin', 'set-up'],
  queryFn: ({ signal }) =>
    adminRead(({ steps }) => Array.isArray(steps), adminSetUpCalls.setUpAtDesk, { signal }),
  staleTime: 0,
})

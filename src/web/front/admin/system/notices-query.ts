import { queryOptions } from '@tanstack/react-query'
import type { CallReply } from '#contract/call.ts'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

export type NoticesAtDesk = CallReply<typeof adminNoticeCalls.noticesAtDesk>['body']

/** The announcement and the planned maintenance, read anew each time that the page is opened. */
export const noticesQuery = queryOptions({
  queryKey: ['admin', 'notices'],
  queryFn: ({ signal }) =>
    adminRead(({ announcement }) => announcement !== undefined, adminNoticeCalls.noticesAtDesk, { signal }),
  staleTime: 0,
})

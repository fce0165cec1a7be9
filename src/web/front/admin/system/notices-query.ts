import type { CallReply } from '#contract/call.ts'
import { adminNoticeCalls } from '#contract/desk/notice-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export type NoticesAtDesk = CallReply<typeof adminNoticeCalls.noticesAtDesk>['body']

/** The announcement and the planned maintenance, read anew each time that the page is opened. */
export const noticesQuery = deskQuery(
  ['admin', 'notices'],
  ({ announcement }) => announcement !== undefined,
  adminNoticeCalls.noticesAtDesk,
)

import { adminSetUpCalls } from '#contract/desk/set-up-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export const setUpQuery = deskQuery(
  ['admin', 'set-up'],
  ({ steps }) => Array.isArray(steps),
  adminSetUpCalls.setUpAtDesk,
)

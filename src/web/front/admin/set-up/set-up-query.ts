import { adminSetUpCalls } from '#contract/desk/set-up-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

export const setUpQuery = deskQuery(adminSetUpCalls.setUpAtDesk, 'steps[]')

import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { deskQuery } from '#web/front/desk/desk-query.ts'

/** An account or a contact. */
export const accountQuery = (id: string) =>
  deskQuery(
    ['admin', 'account', id],
    ({ kind }) => kind === 'account' || kind === 'contact',
    adminAccountCalls.viewAccount,
    { body: { id } },
  )

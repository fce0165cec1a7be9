import { queryOptions } from '@tanstack/react-query'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { adminRead } from '#web/front/desk/admin-read.ts'

/** An account or a contact. */
export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'account', id],
    queryFn: ({ signal }) =>
      adminRead(({ kind }) => kind === 'account' || kind === 'contact', adminAccountCalls.viewAccount, {
        body: { id },
        signal,
      }),
    staleTime: 0,
  })

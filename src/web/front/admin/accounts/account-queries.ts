import { queryOptions } from '@tanstack/react-query'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { adminRead } from '#web/front/admin/admin-read.ts'

/** Contacts by a part of the name or the email. */
export const contactsQuery = (query: string) =>
  queryOptions({
    queryKey: ['admin', 'contacts', query],
    queryFn: ({ signal }) =>
      adminRead(({ contacts }) => Array.isArray(contacts), adminAccountCalls.findContacts, {
        body: { query },
        signal,
      }),
    enabled: query !== '',
    staleTime: 0,
  })

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

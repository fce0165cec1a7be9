import { queryOptions } from '@tanstack/react-query'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { read } from '#web/platform/site/queries.ts'

/** Second factors and passkeys of the user: what two sections of the security page show. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => read(credentialCalls.signInMethods, { signal }),
})

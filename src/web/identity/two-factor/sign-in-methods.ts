import { queryOptions } from '@tanstack/react-query'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { read } from '#web/platform/site/queries.ts'

/** The user's second factors and passkeys, for two sections of the security page. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => read(credentialCalls.signInMethods, { signal }),
})

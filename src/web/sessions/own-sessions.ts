import { queryOptions } from '@tanstack/react-query'
import { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { read } from '#web/site/queries.ts'

/** Where the user is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => read(credentialCalls.ownSessions, { signal }),
})

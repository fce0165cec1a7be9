import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { UserSession } from '#contract/accounts.ts'
import type { Call, CallReply } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { SiteConfig } from '#contract/site.ts'
import { type CallArguments, CallProblem, call, forgetCsrfToken } from './api.ts'

/** What the screens read from the server, each under its own key. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => read(calls.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => read(calls.userSession, { signal }),
})
export const videosQuery = queryOptions({
  queryKey: ['videos'],
  queryFn: ({ signal }) => read(calls.videos, { signal }),
  select: ({ videos }) => videos,
})
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => read(calls.categories, { signal }),
  select: ({ categories }) => categories,
})
export const versionsQuery = queryOptions({
  queryKey: ['versions'],
  queryFn: ({ signal }) => read(calls.versions, { signal }),
  select: ({ versions }) => versions,
})
/** Signed in only. */
export const historyQuery = queryOptions({
  queryKey: ['history'],
  queryFn: ({ signal }) => read(calls.videoHistory, { signal }),
  select: ({ history }) => history,
})

/** The public settings. Throws to the nearest error boundary when they cannot be read: no page works without. */
export function useConfig(): SiteConfig {
  return useSuspenseQuery(configQuery).data
}

/** Who is signed in; undefined while that is not known. */
export function useSession(): UserSession | undefined {
  return useQuery(sessionQuery).data
}

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // "offline" is an answer too: the screen says that the server can't be reached
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof CallProblem && isPassing(error),
      },
    },
  })
}

const sameForEverybody = new Set<unknown>(['config', 'videos', 'categories', 'versions', 'session'])

/** To be awaited after signing in or out: asks again who is there, and forgets what belonged to somebody else. */
export async function renewSession(client: QueryClient): Promise<UserSession> {
  forgetCsrfToken()
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  await client.resetQueries({ predicate: ({ queryKey }) => !sameForEverybody.has(queryKey[0]) })
  return session
}

/** For queries: a problem is thrown, as TanStack Query expects it. */
export async function read<C extends Call>(
  ...request: [C, ...CallArguments<C>]
): Promise<CallReply<C>['body']> {
  const reply = await call(...request)
  if (reply instanceof CallProblem) throw reply
  return reply.body
}

function isPassing({ status }: CallProblem): boolean {
  return status === 0 || status >= 500
}

import { type Query, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  arrivingVideosQuery,
  categoriesQuery,
  queryClient,
  sameForEverybody,
  seriesQuery,
  versionsQuery,
  videosQuery,
} from './queries.ts'
import { useSite, viewerOf } from './site.ts'

useSite.subscribe((now, before) => {
  if (viewerOf(now) === viewerOf(before)) return
  const ofOneViewer = { predicate: ({ queryKey }: Query) => !sameForEverybody.has(queryKey[0]) }
  for (const query of queryClient.getQueryCache().findAll(ofOneViewer)) query.reset()
  // only queries still on screen are refetched, after those of the former viewer were dropped
  setTimeout(() => queryClient.refetchQueries({ ...ofOneViewer, type: 'active' }))
})

/** Requests the library while the code of its page is still loading. */
export function prefetchLibrary(): void {
  queryClient.prefetchQuery(videosQuery)
  queryClient.prefetchQuery(categoriesQuery)
  queryClient.prefetchQuery(versionsQuery)
  queryClient.prefetchQuery(seriesQuery)
}

/** Waits for the library, or for the newest videos of one read in pieces. Rejects if it cannot be read. */
export async function readLibrary(): Promise<void> {
  const whole = Promise.all(
    [videosQuery, categoriesQuery, versionsQuery, seriesQuery].map((query) =>
      queryClient.ensureQueryData<unknown>(query as never),
    ),
  )
  await Promise.race([whole, newestArrived()])
}

/** Resolves with the first videos of a library read in pieces. */
function newestArrived(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!queryClient.getQueryData(arrivingVideosQuery.queryKey)?.videos.length) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}

/**
 * Wraps each page with queries. Landing page and static pages do without the query library, which would add a tenth to
 * their size.
 */
export function QueryRoot({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

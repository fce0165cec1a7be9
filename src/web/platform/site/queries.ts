import { QueryClient, queryOptions, replaceEqualDeep, skipToken } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/call.ts'
import type { HistoryEntry, HistoryPlace, Videos } from '#contract/library/library.ts'
import { libraryCalls } from '#contract/library/library-calls.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import type { Carried } from '#contract/site/carried.ts'
import { m } from '#messages/generated/messages.js'
import { type CallArguments, CallProblem, call } from './api.ts'
import { carriedHere } from './carried.ts'
import { useSite } from './site.ts'
import type { ArrivingVideos } from './video-pieces.ts'

/** Data embedded in the document is as old as the page. */
function carried<Body>(from: (carried: Partial<Carried>) => Body | undefined) {
  return { initialData: () => from(carriedHere()), initialDataUpdatedAt: performance.timeOrigin }
}

/** Queries of the screens, each with its own key. */
export const videosQuery = queryOptions({
  queryKey: ['videos'],
  queryFn: async ({ client, signal }): Promise<Videos> => {
    if (!carriedHere().videoPieces) return read(libraryCalls.videos, { signal })
    // only large libraries need it
    const { readVideoPieces } = await import('./video-pieces.ts')
    return readVideoPieces(client, {
      before: client.getQueryData(['videos']),
      show: (arriving) => client.setQueryData(arrivingVideosQuery.queryKey, arriving),
      signal,
    })
  },
  select: ({ videos }) => videos,
  // unchanged pieces keep their video objects, so no comparison is needed
  structuralSharing: (before, now) => (carriedHere().videoPieces ? now : replaceEqualDeep(before, now)),
})
/** The part of a library that has arrived while it is read in pieces. Empty otherwise. */
export const arrivingVideosQuery = queryOptions<ArrivingVideos>({
  queryKey: ['arriving-videos'],
  queryFn: skipToken,
  structuralSharing: false,
})
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => read(libraryCalls.categories, { signal }),
  select: ({ categories }) => categories,
  ...carried(({ catalogue: { categories } = {} }) => categories && { categories }),
})
export const versionsQuery = queryOptions({
  queryKey: ['versions'],
  queryFn: ({ signal }) => read(libraryCalls.versions, { signal }),
  select: ({ versions }) => versions,
  ...carried(({ catalogue: { versions } = {} }) => versions && { versions }),
})
export const seriesQuery = queryOptions({
  queryKey: ['series'],
  queryFn: ({ signal }) => read(libraryCalls.series, { signal }),
  select: ({ series }) => series,
  ...carried(({ catalogue: { series } = {} }) => series && { series }),
})
/** Transcripts that match. They depend on what the viewer may watch. */
export function transcriptsQuery(q: string) {
  return queryOptions({
    queryKey: ['transcripts', q],
    queryFn: ({ signal }) => read(libraryCalls.transcripts, { query: { q }, signal }),
    // an addition below the listing's results: its failure is not reported
    retry: false,
  })
}
/** A video's formatted description. */
export function videoTextQuery(id: string) {
  return queryOptions({
    queryKey: ['video-text', id],
    queryFn: ({ signal }) => read(libraryCalls.videoText, { params: { id }, signal }),
    ...carried(({ videoText }) => (videoText?.videoId === id ? { text: videoText.text } : undefined)),
  })
}
/** A film's public data; the document of its page carries it. */
export function videoPreviewQuery(id: string) {
  return queryOptions({
    queryKey: ['video-preview', id],
    queryFn: ({ signal }) => read(libraryCalls.videoPreview, { params: { id }, signal }),
    ...carried(({ preview }) => (preview?.videoId === id ? preview : undefined)),
  })
}
/** Signed in only. */
export const historyQuery = queryOptions({
  queryKey: ['history'],
  queryFn: ({ signal }) => readHistory(signal),
  select: ({ history }) => history,
})

/** Reads all pages, because each card of the listing shows whether its video was seen. */
async function readHistory(signal: AbortSignal) {
  const history: HistoryEntry[] = []
  let query: HistoryPlace | Record<string, never> = {}
  for (;;) {
    const page: CallReply<typeof viewingCalls.videoHistory>['body'] = await read(viewingCalls.videoHistory, {
      query,
      signal,
    })
    history.push(...page.history)
    if (!page.next) return { history }
    query = page.next
  }
}

/** Keys of data that is the same for everyone. All other data is dropped on signing in or out. */
export const sameForEverybody: ReadonlySet<unknown> = new Set([
  'videos',
  'arriving-videos',
  'categories',
  'versions',
  'series',
  'video-text',
  'video-preview',
])

/** The query cache of this tab. */
export const queryClient = newQueryClient()

export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // requests are made offline too: the screen then reports that the server cannot be reached
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof CallProblem && isPassing(error),
      },
    },
  })
}

/** Makes a call for a query. Throws its problem, as TanStack Query expects. */
export async function read<C extends Call>(
  ...request: [C, ...CallArguments<C>]
): Promise<CallReply<C>['body']> {
  // another user is signed in by now
  if (useSite.getState().signedInNow) throw new CallProblem(401, 'login-required', m.problem_login_required())
  const reply = await call(...request)
  if (reply instanceof CallProblem) throw reply
  return reply.body
}

function isPassing({ status }: CallProblem): boolean {
  return status === 0 || status >= 500
}

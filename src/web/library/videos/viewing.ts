import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { HistoryEntry } from '#contract/library/library.ts'
import type { ViewerMarks } from '#domain/catalogue/listing.ts'
import { historyQuery } from '#web/platform/site/queries.ts'
import { useConfig, useSession, useSite } from '#web/platform/site/site.ts'

/** The viewer of the library, and their history. */
export type LibraryViewer = ViewerMarks & {
  /** Undefined for visitors, and until known. */
  readonly session: SignedInSession | undefined
  /** Whether viewer and history are known, or known to be unavailable. */
  readonly known: boolean
  readonly mayWatch: boolean
  /** Whether videos that are not free are locked for the viewer. False until known, to avoid flicker. */
  readonly locked: boolean
  /** Newest first. */
  readonly history: readonly HistoryEntry[]
  /** Why the history could not be read, and how to retry. */
  readonly historyFailure: HistoryFailure | undefined
  /** Positions in seconds, by video. */
  readonly positions: ReadonlyMap<string, number>
}

export type HistoryFailure = { readonly busy: boolean; readonly again: () => void }

const none: readonly HistoryEntry[] = []

export function useViewer(): LibraryViewer {
  const session = useSession()
  const sessionFailed = useSite(({ sessionProblem }) => sessionProblem !== undefined)
  const { allFree } = useConfig()
  const signedIn = session?.authenticated ? session : undefined
  const { data, isError, isFetching, refetch } = useQuery({
    ...historyQuery,
    enabled: signedIn !== undefined,
  })
  const history = (signedIn && data) ?? none
  const favourites = signedIn?.favourites
  const known = session ? !signedIn || data !== undefined || isError : sessionFailed
  const mayWatch = signedIn?.mayWatch ?? false
  const locked = known && session !== undefined && !mayWatch && !allFree
  const historyFailed = signedIn !== undefined && data === undefined && isError
  const historyFailure = useMemo(
    () => (historyFailed ? { busy: isFetching, again: () => refetch() } : undefined),
    [historyFailed, isFetching, refetch],
  )

  return useMemo(
    () => ({
      session: signedIn,
      known,
      mayWatch,
      locked,
      history,
      historyFailure,
      seen: new Set(history.filter(({ seen }) => seen).map(({ videoId }) => videoId)),
      favourites: new Set(favourites),
      positions: new Map(history.map(({ videoId, positionSeconds }) => [videoId, positionSeconds])),
    }),
    [signedIn, known, mayWatch, locked, history, historyFailure, favourites],
  )
}

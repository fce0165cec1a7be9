import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { HistoryEntry } from '#contract/library/library.ts'
import type { Viewing } from '#domain/catalogue/listing.ts'
import { historyQuery } from '#web/site/queries.ts'
import { useSession } from '#web/site/site.ts'

/** Who looks at the library, and what they have watched of it. */
export type Viewer = Viewing & {
  /** Undefined for a visitor, and while it is not known who it is. */
  readonly session: SignedInSession | undefined
  /** Whether it has been determined who the viewer is and what they watched, or that this cannot be loaded. */
  readonly known: boolean
  readonly mayWatch: boolean
  /** Newest first. */
  readonly history: readonly HistoryEntry[]
  /** Where the viewer stopped, by video, in seconds. */
  readonly positions: ReadonlyMap<string, number>
}

const none: readonly HistoryEntry[] = []

export function useViewer(): Viewer {
  const session = useSession()
  const signedIn = session?.authenticated ? session : undefined
  const { data, isError } = useQuery({ ...historyQuery, enabled: signedIn !== undefined })
  const history = (signedIn && data) ?? none
  const favourites = signedIn?.favourites
  const known = session !== undefined && (!signedIn || data !== undefined || isError)

  return useMemo(
    () => ({
      session: signedIn,
      known,
      mayWatch: signedIn?.mayWatch ?? false,
      history,
      seen: new Set(history.filter(({ seen }) => seen).map(({ videoId }) => videoId)),
      favourites: new Set(favourites),
      positions: new Map(history.map(({ videoId, positionSeconds }) => [videoId, positionSeconds])),
    }),
    [signedIn, known, history, favourites],
  )
}

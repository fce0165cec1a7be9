import type { QueryClient } from '@tanstack/react-query'
import type { HistoryEntry } from '#contract/library/library.ts'
import { historyQuery } from '#web/site/queries.ts'
import { changeSession } from '#web/site/site.ts'

/**
 * Writes what the server just confirmed into what the screens have read, so that a mark, a favourite or a position
 * shows at once everywhere. Does nothing for data that the screens have not read yet: they will request it.
 */
export function rememberViewed(client: QueryClient, videoId: string, viewedAt: string): void {
  changeHistory(client, (history) => {
    const known = history.find((entry) => entry.videoId === videoId)
    const viewed = { videoId, viewedAt, seen: true, positionSeconds: known?.positionSeconds ?? 0 }
    return [viewed, ...history.filter((entry) => entry !== known)]
  })
}

export function rememberUnseen(client: QueryClient, videoId: string): void {
  changeHistory(client, (history) => history.map((e) => (e.videoId === videoId ? { ...e, seen: false } : e)))
}

export function rememberPosition(client: QueryClient, videoId: string, positionSeconds: number): void {
  changeHistory(client, (history) =>
    history.map((entry) => (entry.videoId === videoId ? { ...entry, positionSeconds } : entry)),
  )
}

export function rememberFavourites(favourites: string[]): void {
  changeSession((session) => ({ ...session, favourites }))
}

function changeHistory(client: QueryClient, change: (history: HistoryEntry[]) => HistoryEntry[]): void {
  client.setQueryData(historyQuery.queryKey, (read) => read && { history: change(read.history) })
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { HistoryEntry } from '#contract/library/library.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { historyQuery } from '#web/platform/site/queries.ts'
import { changeSession, isSwitched } from '#web/platform/site/site.ts'
import { siteNow } from '#web/platform/site/site-clock.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { playerName } from './player-name.ts'

/** Marks a video unseen (product.md section 4). */
export function useMarkUnseen(): (videoId: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (videoId) => {
      const reply = await call(viewingCalls.markUnseen, { params: { id: videoId } })
      if (reply instanceof CallProblem) notify(m.unseen_failure(), 'error')
      else rememberUnseen(client, videoId)
    },
    [client],
  )
}

/** Marks a video seen. Does nothing for an admin switched into the account. */
export function useMarkViewed(): (videoId: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (videoId) => {
      if (isSwitched()) return
      const reply = await call(viewingCalls.markViewed, { params: { id: videoId } })
      if (reply instanceof CallProblem) notify(m.video_view_failure(), 'error')
      else rememberViewed(client, videoId, reply.body.viewedAt ?? siteNow().toISOString())
    },
    [client],
  )
}

/** Adds a video to the favourites, or removes it. */
export function useFavourite(): (videoId: string, favourite: boolean) => Promise<void> {
  return useCallback(async (videoId, favourite) => {
    const reply = await call(favourite ? viewingCalls.addFavourite : viewingCalls.removeFavourite, {
      params: { id: videoId },
    })
    if (reply instanceof CallProblem) {
      notify(favourite ? m.favourite_failure() : m.unfavourite_failure(), 'error')
    } else rememberFavourites(reply.body.favourites)
  }, [])
}

/**
 * Stores the viewer's position, which also extends the playback grant. Failures are silent: the next call, some seconds
 * later, stores a newer one. Does nothing for an admin switched into the account, whose grant does not need it.
 */
export function useKeepPosition(): (
  videoId: string,
  watched: { readonly positionSeconds: number; readonly playedSeconds: number },
  leaving: boolean,
) => void {
  const client = useQueryClient()
  return useCallback(
    (videoId, watched, leaving) => {
      if (isSwitched()) return
      rememberPosition(client, videoId, watched.positionSeconds)
      call(watchingCalls.keepPosition, {
        params: { id: videoId },
        body: { ...watched, player: playerName },
        keepalive: leaving,
      })
    },
    [client],
  )
}

/**
 * Updates cached data with what the server just confirmed, so that a mark, a favourite or a position shows everywhere
 * at once. Skips data that is not cached: it will be requested.
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

function rememberFavourites(favourites: string[]): void {
  changeSession((session) => ({ ...session, favourites }))
}

function changeHistory(client: QueryClient, change: (history: HistoryEntry[]) => HistoryEntry[]): void {
  client.setQueryData(historyQuery.queryKey, (read) => read && { history: change(read.history) })
}

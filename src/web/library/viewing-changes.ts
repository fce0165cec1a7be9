import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { notify } from '#web/ui/notifications-store.ts'
import { rememberFavourites, rememberPosition, rememberUnseen, rememberViewed } from './viewing-cache.ts'

/** Seen to unseen (product.md section 4). */
export function useMarkUnseen(): (videoId: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (videoId) => {
      const reply = await call(watchingCalls.markUnseen, { params: { id: videoId } })
      if (reply instanceof CallProblem) notify(m.unseen_failure(), 'error')
      else rememberUnseen(client, videoId)
    },
    [client],
  )
}

/** Unseen to seen. */
export function useMarkViewed(): (videoId: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async (videoId) => {
      const reply = await call(watchingCalls.markViewed, { params: { id: videoId } })
      if (reply instanceof CallProblem) notify(m.video_view_failure(), 'error')
      else rememberViewed(client, videoId, reply.body.viewedAt ?? new Date().toISOString())
    },
    [client],
  )
}

/** Adds a video to the favourites, or removes it. */
export function useFavourite(): (videoId: string, favourite: boolean) => Promise<void> {
  return useCallback(async (videoId, favourite) => {
    const reply = await call(favourite ? watchingCalls.addFavourite : watchingCalls.removeFavourite, {
      params: { id: videoId },
    })
    if (reply instanceof CallProblem) {
      notify(favourite ? m.favourite_failure() : m.unfavourite_failure(), 'error')
    } else rememberFavourites(reply.body.favourites)
  }, [])
}

/**
 * Keeps where the viewer is, which also extends the playback grant. A failure is silent: the next call, some seconds
 * later, makes up for it.
 */
export function useKeepPosition(): (videoId: string, positionSeconds: number, leaving: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    (videoId, positionSeconds, leaving) => {
      rememberPosition(client, videoId, positionSeconds)
      call(watchingCalls.keepPosition, {
        params: { id: videoId },
        body: { positionSeconds },
        keepalive: leaving,
      })
    },
    [client],
  )
}

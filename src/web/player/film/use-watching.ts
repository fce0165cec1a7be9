import { useEffect, useEffectEvent } from 'react'
import type { FilmOptions } from './film.ts'
import { newPositionKeeper } from './position-keeper.ts'
import { newViewCall } from './view-call.ts'

/** Reports what is watched: the view when playback starts, the position while it goes on (product.md section 4). */
export function useWatching(
  element: HTMLVideoElement | null,
  { videoId, onViewed, onPosition }: Pick<FilmOptions, 'videoId' | 'onViewed' | 'onPosition'>,
): void {
  const notifyViewed = useEffectEvent(onViewed)
  const notifyPosition = useEffectEvent(onPosition)

  useEffect(() => {
    if (!element) return
    // the element may show the next film by the time this one is left
    let seconds = 0
    const view = newViewCall(
      () => element.paused,
      () => notifyViewed(videoId),
    )
    const position = newPositionKeeper(
      () => seconds,
      (positionSeconds, leaving) => notifyPosition(videoId, positionSeconds, leaving),
    )
    const on = (names: string, listener: () => void) => {
      for (const name of names.split(' ')) element.addEventListener(name, listener, { signal: end.signal })
    }
    const end = new AbortController()
    const leave = () => position.left()

    on('timeupdate seeked', () => {
      seconds = element.currentTime
    })
    on('playing', () => {
      view.started()
      position.playing()
    })
    on('pause', () => position.paused())
    on('ended', () => {
      position.paused()
      view.renew()
    })
    addEventListener('pagehide', leave, { signal: end.signal })
    return () => {
      end.abort()
      view.stop()
      leave()
    }
  }, [element, videoId])
}

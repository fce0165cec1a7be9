import { useEffect, useEffectEvent } from 'react'
import type { FilmOptions } from './film.ts'
import { listen } from './listen.ts'
import { newPlayedCounter } from './played-counter.ts'
import { playable } from './starved.ts'

/**
 * Reports viewing: the view when playback starts, the position during playback (product.md section 4), and the played
 * time.
 * @param shown the media element while its source is this film's
 */
export function useWatching(
  shown: HTMLVideoElement | null,
  { videoId, onViewed, onPosition }: Pick<FilmOptions, 'videoId' | 'onViewed' | 'onPosition'>,
): void {
  const notifyViewed = useEffectEvent(onViewed)
  const notifyPosition = useEffectEvent(onPosition)

  useEffect(() => {
    if (!shown) return
    // the element may show the next film by the time this one is left
    let seconds = 0
    const played = newPlayedCounter()
    const view = newViewCall(
      () => shown.paused,
      () => notifyViewed(videoId),
    )
    const position = newPositionKeeper(
      () => seconds,
      (positionSeconds, leaving) =>
        notifyPosition(videoId, { positionSeconds, playedSeconds: played.take() }, leaving),
    )
    const play = () => {
      view.started()
      position.playing()
    }
    const stop = listen(shown, {
      'timeupdate seeked': () => {
        seconds = shown.currentTime
        if (!shown.seeking) played.reached(seconds)
      },
      'seeking emptied': () => played.jumped(),
      playing: play,
      pause: () => position.paused(),
      ended: () => {
        position.paused()
        view.renew()
      },
    })
    // already playing: begun by the document, before the page was loaded
    if (!shown.paused && shown.readyState >= playable) play()
    const stopLeaving = listen(window, { pagehide: position.left })
    return () => {
      stop()
      stopLeaving()
      view.stop()
      position.left()
    }
  }, [shown, videoId])
}

/** How long playback must run before a video counts as viewed, in milliseconds (product.md section 9). */
const viewDelayMs = 250

type ViewCall = {
  /** Playback started or continued. */
  started(): void
  /** Another film is playing, or the same one from the beginning: it may count again. */
  renew(): void
  /** Nothing is pending any more. */
  stop(): void
}

/**
 * Reports a video as viewed 250 ms after playback has started, if it is not paused by then (product.md section 4). Once
 * each time the film is opened.
 */
export function newViewCall(isPaused: () => boolean, report: () => void): ViewCall {
  let reported = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    started() {
      stop()
      if (reported) return
      timer = setTimeout(() => {
        if (isPaused()) return
        reported = true
        report()
      }, viewDelayMs)
    },
    renew() {
      stop()
      reported = false
    },
    stop,
  }
}

/** How often the position is stored while the film plays, in milliseconds. It also keeps the media URL valid. */
const keepEveryMs = 15_000

type PositionKeeper = {
  playing(): void
  paused(): void
  /** The viewer leaves the page, or opens another film. */
  left(): void
}

/**
 * Stores the viewer's position: about every 15 seconds while the film plays, on pausing, and on leaving. An unchanged
 * position is not stored again, except while playing: the call keeps the media URL valid.
 * @param seconds current position
 * @param keep `leaving` asks for a request that outlives the page
 */
export function newPositionKeeper(
  seconds: () => number,
  keep: (positionSeconds: number, leaving: boolean) => void,
): PositionKeeper {
  let timer: ReturnType<typeof setInterval> | undefined
  let kept: number | undefined
  let begun = false

  const keepNow = (leaving: boolean) => {
    const position = Math.max(0, Math.round(seconds() * 10) / 10)
    if (!Number.isFinite(position)) return
    kept = position
    keep(position, leaving)
  }
  const keepChanged = (leaving: boolean) => {
    clearInterval(timer)
    timer = undefined
    const changed = kept === undefined || Math.abs(kept - seconds()) >= 0.5
    // opening a film's page is not watching it
    if (begun && changed) keepNow(leaving)
  }
  return {
    playing() {
      begun = true
      timer ??= setInterval(keepNow, keepEveryMs, false)
    },
    paused: () => keepChanged(false),
    left: () => keepChanged(true),
  }
}

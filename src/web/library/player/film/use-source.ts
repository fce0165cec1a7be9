import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isBegun } from './begun-film.ts'
import type { FilmOptions } from './film.ts'
import { listen } from './listen.ts'
import { isStarved, playable } from './starved.ts'

/** Where to continue a film with a refused media URL. */
type Interrupted = { readonly videoId: string; readonly seconds: number; readonly playing: boolean }

type Opening = Pick<FilmOptions, 'videoId' | 'playback' | 'startSeconds' | 'play' | 'reopen'>

/**
 * Opens each film in the same media element, so that full screen and the permission to play with sound persist. A
 * refused media URL is replaced and the film continues at its position (decisions/071-player.md).
 */
export function useSource(
  element: HTMLVideoElement | null,
  opening: Opening,
  /** The address of the size to show; undefined for a film that comes in one, and until it is chosen. */
  sized: string | undefined,
): {
  /** The element while its source is this film's; null while the previous film is still in it. */
  shown: HTMLVideoElement | null
  failed: boolean
  retry: () => void
} {
  const { videoId, playback } = opening
  const interrupted = useRef<Interrupted>(undefined)
  const opened = playback?.video.id === videoId ? playback.source.url : undefined
  const url = opened && (sized ?? (playback?.sizes ? undefined : opened))
  const shown = url || (element && isBegun(element, videoId)) ? element : null
  useOpenedFilm(element, { url, sized }, opening, interrupted)
  return { shown, ...useReopening(element, { url, opened }, opening, interrupted) }
}

/** Puts a film into the element as soon as its URL is known. */
function useOpenedFilm(
  element: HTMLVideoElement | null,
  { url, sized }: { url: string | undefined; sized: string | undefined },
  { videoId, startSeconds, play }: Opening,
  interrupted: RefObject<Interrupted | undefined>,
): void {
  const loaded = useRef<{ element: HTMLVideoElement; videoId: string }>(undefined)
  const pressed = useRef<string>(undefined)
  // read when a film is opened; a change alone does not reopen it
  const beginning = useEffectEvent(() => ({
    seconds: startSeconds,
    playing: play || pressed.current === videoId,
  }))
  // before the effects of the element's readers
  useLayoutEffect(() => {
    if (!element) return undefined
    const begun = isBegun(element, videoId)
    if (!url && !begun) {
      // the next film is being requested: the previous one must not play under its name
      element.pause()
      const play = () => {
        pressed.current = videoId
        element.pause()
      }
      return listen(element, { play })
    }
    if (!url) return undefined
    const { current: before } = interrupted
    const goesOn = loaded.current?.element === element && loaded.current.videoId === videoId
    loaded.current = { element, videoId }
    if (before?.videoId === videoId) load(element, url, before)
    else if (!begun || (sized && sized !== element.getAttribute('src')))
      load(element, url, goesOn ? whereIs(element) : beginning())
    // a film already playing keeps its position
    else if (element.currentTime === 0) start(element, beginning())
    pressed.current = undefined
    return undefined
  }, [element, url, videoId, sized, interrupted])
}

/** Requests a new URL for a film that fails or stalls, until it has failed too often. */
function useReopening(
  element: HTMLVideoElement | null,
  { url, opened }: { url: string | undefined; opened: string | undefined },
  { videoId, reopen }: Opening,
  interrupted: RefObject<Interrupted | undefined>,
): { failed: boolean; retry: () => void } {
  const [failedUrl, setFailedUrl] = useState<string>()
  const recovery = useRef(newRecovery())
  const wanted = useWanted(element)
  const interrupt = () => {
    if (!element) return
    const before = { videoId, seconds: element.currentTime, playing: wanted.current }
    interrupted.current = before
    reopen().then((address) => {
      if (!address) setFailedUrl(url)
      // the URL is still valid, so the failure was of the network
      else if (url && address === opened) load(element, renamed(url), before)
    })
  }
  const forgetFailures = () => {
    recovery.current.played()
    setFailedUrl(undefined)
  }
  const retry = () => {
    forgetFailures()
    interrupt()
  }
  const onFailed = useEffectEvent(() => {
    // offline: continues when the browser is online again
    if (!navigator.onLine) return
    if (recovery.current.worthReopening()) interrupt()
    else setFailedUrl(url)
  })
  const onPlayed = useEffectEvent(() => {
    interrupted.current = undefined
    forgetFailures()
  })
  const onOnline = useEffectEvent(retry)
  useEffect(
    () => (element && url ? watchFailures(element, { onFailed, onPlayed, onOnline }) : undefined),
    [element, url],
  )
  return { failed: url !== undefined && failedUrl === url, retry }
}

type FailureEvents = Readonly<Record<'onFailed' | 'onPlayed' | 'onOnline', () => void>>

/** Watches a film that may fail or stall. `onOnline`: it is stalled, and the network is back. */
function watchFailures(element: HTMLVideoElement, { onFailed, onPlayed, onOnline }: FailureEvents) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watch = () => {
    clearTimeout(timer)
    if (isStarved(element)) timer = setTimeout(() => isStarved(element) && onFailed(), patienceMs)
  }
  const stop = listen(element, {
    error: onFailed,
    timeupdate: () => {
      // a new URL resets the time, too, before any of its data has arrived
      if (element.readyState >= playable && !element.error) onPlayed()
    },
    'waiting progress playing pause': watch,
  })
  // a browser that waits for its next retry, or has given up
  const stopOnline = listen(window, { online: () => isStarved(element) && onOnline() })
  return () => {
    stop()
    stopOnline()
    clearTimeout(timer)
  }
}

let reloads = 0

/** Returns the URL with another name: browsers delay retries of a failed URL, but request a new one at once. */
function renamed(address: string): string {
  reloads += 1
  return `${address}?reload=${reloads}`
}

/** Returns the position of a film that did not fail, for its new URL. */
function whereIs({ currentTime, paused }: HTMLVideoElement): Beginning {
  return { seconds: currentTime, playing: !paused }
}

type Beginning = Pick<Interrupted, 'seconds' | 'playing'>

function load(element: HTMLVideoElement, address: string, beginning: Beginning): void {
  element.src = address
  start(element, beginning)
}

function start(element: HTMLVideoElement, { seconds, playing }: Beginning): void {
  if (seconds > 0) element.currentTime = seconds
  // refused before the first interaction with the page: then the viewer presses the button
  if (playing) element.play().catch(() => undefined)
}

/** Whether the viewer wants the film to play. A failed film is paused by the browser, not by the viewer. */
function useWanted(element: HTMLVideoElement | null): RefObject<boolean> {
  const wanted = useRef(false)
  useEffect(() => {
    if (!element) return
    return listen(element, {
      play: () => {
        wanted.current = true
      },
      pause: () => {
        if (!element.error) wanted.current = false
      },
    })
  }, [element])
  return wanted
}

/**
 * How long a film may stall without a byte, in milliseconds. Browsers silently retry a 5xx in the middle of a film for
 * minutes.
 */
const patienceMs = 10_000

/** Consecutive failures before the film counts as broken. */
const most = 3

type Recovery = {
  /** The film failed. Returns whether to request a new media URL. */
  worthReopening(): boolean
  /** The film plays: earlier failures no longer count. */
  played(): void
}

/**
 * A media URL is valid for five minutes and extended while the film plays, so after a long pause it is refused. The
 * player then requests a new one and continues unnoticed; only repeated failures are reported.
 */
export function newRecovery(): Recovery {
  let failures = 0
  return {
    worthReopening() {
      failures += 1
      return failures < most
    },
    played() {
      failures = 0
    },
  }
}

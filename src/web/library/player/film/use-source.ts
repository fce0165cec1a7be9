import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isBegun } from './begun-film.ts'
import type { FilmOptions } from './film.ts'
import { listen } from './listen.ts'
import { isStarved, playable } from './starved.ts'

/** Where to go on with a film whose media address was refused. */
type Interrupted = { readonly videoId: string; readonly seconds: number; readonly playing: boolean }

type Opening = Pick<FilmOptions, 'videoId' | 'playback' | 'startSeconds' | 'play' | 'reopen'>

/**
 * Opens each film in the same media element, so that full screen and the permission to play with sound go on from one
 * film to the next. A refused media address is replaced and the film goes on where it was (decisions/071-player.md).
 */
export function useSource(
  element: HTMLVideoElement | null,
  { videoId, playback, startSeconds, play, reopen }: Opening,
): {
  /** The element while its source is this film's; null while the film before is still in it. */
  shown: HTMLVideoElement | null
  failed: boolean
  retry: () => void
} {
  const [failedUrl, setFailedUrl] = useState<string>()
  const interrupted = useRef<Interrupted>(undefined)
  const loaded = useRef<{ element: HTMLVideoElement; videoId: string }>(undefined)
  const pressed = useRef<string>(undefined)
  const recovery = useRef(newRecovery())
  const wanted = useWanted(element)
  const url = playback?.video.id === videoId ? playback.source.url : undefined
  const shown = url || (element && isBegun(element, videoId)) ? element : null
  // read when a film is opened; a change alone opens nothing
  const beginning = useEffectEvent(() => ({
    seconds: startSeconds,
    playing: play || pressed.current === videoId,
  }))
  // before the effects of what reads the element
  useLayoutEffect(() => {
    if (!element) return undefined
    const begun = isBegun(element, videoId)
    if (!url && !begun) {
      // the next film is on its way: the one before must not play under its name
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
    else if (!begun) load(element, url, goesOn ? whereIs(element) : beginning())
    // a viewer who has begun to watch stays at their position
    else if (element.currentTime === 0) start(element, beginning())
    pressed.current = undefined
    return undefined
  }, [element, url, videoId])

  const interrupt = useCallback(() => {
    if (!element) return
    interrupted.current = { videoId, seconds: element.currentTime, playing: wanted.current }
    const { current: before } = interrupted
    reopen().then((address) => {
      if (!address) setFailedUrl(url)
      // the address still holds, so nothing changes: what failed was the way to it
      else if (address === url) load(element, renamed(url), before)
    })
  }, [element, videoId, url, reopen, wanted])

  const fail = useCallback(() => {
    // nothing could be asked for: it goes on when the browser is back
    if (!navigator.onLine) return
    if (recovery.current.worthReopening()) interrupt()
    else setFailedUrl(url)
  }, [interrupt, url])

  const retry = useCallback(() => {
    recovery.current.played()
    setFailedUrl(undefined)
    interrupt()
  }, [interrupt])

  useEffect(() => {
    if (!element || !url) return
    const end = new AbortController()
    const { signal } = end
    element.addEventListener('error', fail, { signal })
    const played = () => {
      // a new address sets the time back, too, before anything of it has come
      if (element.readyState < playable || element.error) return
      recovery.current.played()
      interrupted.current = undefined
      setFailedUrl(undefined)
    }
    element.addEventListener('timeupdate', played, { signal })
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = () => {
      clearTimeout(timer)
      if (isStarved(element)) timer = setTimeout(() => isStarved(element) && fail(), patienceMs)
    }
    for (const name of ['waiting', 'progress', 'playing', 'pause'])
      element.addEventListener(name, watch, { signal })
    // a browser that waits for its next try, or has given up
    addEventListener('online', () => isStarved(element) && retry(), { signal })
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [element, url, fail, retry])
  return { shown, failed: url !== undefined && failedUrl === url, retry }
}

let reloads = 0

/** A browser waits longer and longer before it asks again for what failed; under another name it asks at once. */
function renamed(address: string): string {
  reloads += 1
  return `${address}?reload=${reloads}`
}

/** For a new address of a film that nothing was wrong with. */
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
  // refused where nobody has touched the page yet: then the viewer presses the button
  if (playing) element.play().catch(() => undefined)
}

/** Whether the viewer wants the film to play. A film that fails is paused by the browser, not by the viewer. */
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
 * How long a film may starve without a byte, in milliseconds. What a server answers by 5xx in the middle of a film, browsers
 * ask for again and again for minutes, and tell nobody.
 */
const patienceMs = 10_000

/** Tries in a row before the film counts as broken. */
const most = 3

type Recovery = {
  /** The film failed: true when it is worth asking for a new media address. */
  worthReopening(): boolean
  /** The film plays: earlier failures no longer count. */
  played(): void
}

/**
 * A media address lives five minutes and is extended while the film plays, so after a long pause it is refused. Then the
 * player asks for a new one and goes on where it was, unseen; only when that does not help does it say so.
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

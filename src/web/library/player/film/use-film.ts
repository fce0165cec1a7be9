import { useEffect, useState } from 'react'
import type { Playback } from '#contract/library/library.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import type { FilmOptions, ShownSize } from './film.ts'
import { listen } from './listen.ts'
import { withinSpeeds } from './speeds.ts'
import { type Captions, useCaptions } from './use-captions.ts'
import { useSource } from './use-source.ts'
import { useWatching } from './use-watching.ts'

/** A film in the player: its media element, and its state for other screens. */
export type Film = {
  readonly videoId: string
  readonly element: HTMLVideoElement | null
  /**
   * The element while its source is this film's, for code that reads or stores a position; null while the previous film
   * is still in it.
   */
  readonly shown: HTMLVideoElement | null
  readonly setElement: (element: HTMLVideoElement | null) => void
  readonly ended: boolean
  /** The film cannot be played, and a new media URL did not help. */
  readonly failed: boolean
  readonly retry: () => void
  readonly captions: Captions
  /** Undefined for a film that comes in one. */
  readonly size: ShownSize | undefined
}

/** Lets a native media element play one film after the other. Only the control bar needs a player library. */
export function useFilm(options: FilmOptions): Film {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  useRememberedSettings(element)
  const { size, url } = useSize(element, options)
  const { shown, failed, retry } = useSource(element, options, url)
  useWatching(shown, options)
  const captions = useCaptions(element, options)
  const ended = useEnded(shown)
  return { videoId: options.videoId, element, shown, setElement, ended, failed, retry, captions, size }
}

/** The size to show; chosen by code that is loaded only for films in more than one. */
function useSize(
  element: HTMLVideoElement | null,
  { videoId, playback }: FilmOptions,
): { size: ShownSize | undefined; url: string | undefined } {
  const [chosen, setChosen] = useState<ShownSize>()
  const [unsized, setUnsized] = useState<Playback>()
  useEffect(() => {
    if (!element || !playback?.sizes) return
    let stop: (() => void) | undefined
    let current = true
    import('./film-sizes.ts').then(
      ({ followSizes }) => {
        if (current) stop = followSizes(element, playback, setChosen)
      },
      // better the large size than none
      () => current && setUnsized(playback),
    )
    return () => {
      current = false
      stop?.()
    }
  }, [element, playback])
  const size = chosen?.videoId === videoId ? chosen : undefined
  return { size, url: size?.url ?? (unsized === playback ? playback?.source.url : undefined) }
}

function useEnded(shown: HTMLVideoElement | null): boolean {
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    if (!shown) return
    const goOn = () => setEnded(false)
    const stop = listen(shown, { ended: () => setEnded(true), 'playing seeking emptied': goOn })
    return () => {
      stop()
      goOn()
    }
  }, [shown])
  return ended && shown !== null
}

/**
 * Speed and volume, stored in this browser: applied to each new film, and stored on every change, whatever its source
 * (product.md section 4, Playback).
 */
function useRememberedSettings(element: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!element) return
    const { speed, volume, muted, set } = useLocalState.getState()
    const apply = (rate: number) => {
      // loading a film resets the rate to the default
      element.defaultPlaybackRate = rate
      if (element.playbackRate !== rate) element.playbackRate = rate
    }
    apply(withinSpeeds(speed))
    element.volume = Math.min(1, Math.max(0, volume))
    element.muted = muted

    const stopListening = listen(element, {
      ratechange: () => {
        const rate = withinSpeeds(element.playbackRate)
        element.defaultPlaybackRate = rate
        set({ speed: rate })
      },
      volumechange: () => set({ volume: element.volume, muted: element.muted }),
    })
    // "reset" on the profile, or another tab
    const stop = useLocalState.subscribe((now, before) => {
      if (now.speed !== before.speed) apply(withinSpeeds(now.speed))
    })
    return () => {
      stop()
      stopListening()
    }
  }, [element])
}

import { useEffect, useState } from 'react'
import type { FilmOptions } from './film.ts'
import { type Captions, useCaptions } from './use-captions.ts'
import { useRememberedSettings } from './use-remembered-settings.ts'
import { useSource } from './use-source.ts'
import { useWatching } from './use-watching.ts'

/** A film in the player: its media element, and what the screens around it need to know. */
export type Film = {
  readonly element: HTMLVideoElement | null
  readonly setElement: (element: HTMLVideoElement | null) => void
  readonly ended: boolean
  /** It cannot be played, and a new media address did not help. */
  readonly failed: boolean
  readonly retry: () => void
  readonly captions: Captions
}

/** Lets a native media element play one film after the other. No player library is needed for that, only for its bar. */
export function useFilm(options: FilmOptions): Film {
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  useRememberedSettings(element)
  useWatching(element, options)
  const { failed, retry } = useSource(element, options)
  const captions = useCaptions(element, options.videoId, options.playback?.tracks)
  const ended = useEnded(element, options.videoId)
  return { element, setElement, ended, failed, retry, captions }
}

function useEnded(element: HTMLVideoElement | null, videoId: string): boolean {
  const [endedId, setEndedId] = useState<string>()
  useEffect(() => {
    if (!element) return
    const end = () => setEndedId(videoId)
    const goOn = () => setEndedId(undefined)
    element.addEventListener('ended', end)
    for (const name of ['playing', 'seeking', 'emptied']) element.addEventListener(name, goOn)
    return () => {
      element.removeEventListener('ended', end)
      for (const name of ['playing', 'seeking', 'emptied']) element.removeEventListener(name, goOn)
    }
  }, [element, videoId])
  return endedId === videoId
}

import { useEffect, useState } from 'react'
import type { Track } from '#contract/library/library.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { useLocalState } from '#web/site/store.ts'
import { chosenCaptions } from './captions.ts'
import { type Cue, readCues } from './cues.ts'

export type Captions = {
  /** Captions that the film has. */
  readonly available: readonly Track[]
  /** Whether they are shown. */
  readonly on: boolean
  /** The ones in use, shown or not. */
  readonly chosen: Track | undefined
  /** Their lines, for the transcript. */
  readonly cues: readonly Cue[]
}

const none: readonly Track[] = []

/** Captions as this browser remembers them: on or off, and in which language. */
export function useCaptions(
  element: HTMLVideoElement | null,
  videoId: string,
  tracks: readonly Track[] = none,
): Captions {
  const on = useLocalState((state) => state.captions)
  const language = useLocalState((state) => state.captionsLanguage)
  const chosen = chosenCaptions(tracks, language, getLocale())
  const [read, setRead] = useState<{ videoId: string; cues: readonly Cue[] }>()

  useEffect(() => {
    const drawn = [...(element?.querySelectorAll('track') ?? [])]
    const inUse = drawn.find(
      ({ src, srclang }) => chosen && srclang === chosen.srclang && src.endsWith(chosen.src),
    )
    const apply = () => {
      // the phone's own player has its own menu of captions, which is left alone
      if (element && 'webkitDisplayingFullscreen' in element && element.webkitDisplayingFullscreen) return
      for (const { track, kind } of drawn) {
        const inUseMode = on && kind === 'captions' ? 'showing' : 'hidden'
        // `hidden` reads the lines without showing them
        const mode = track === inUse?.track || kind === 'chapters' ? inUseMode : 'disabled'
        if (track.mode !== mode) track.mode = mode
      }
    }
    apply()
    // while a film loads, a browser turns on tracks of its own choosing
    element?.textTracks.addEventListener('change', apply)
    const stop = () => element?.textTracks.removeEventListener('change', apply)
    if (!inUse) return stop
    const show = () => setRead({ videoId, cues: readCues(inUse.track) })
    if (inUse.track.cues?.length) show()
    inUse.addEventListener('load', show)
    return () => {
      stop()
      inUse.removeEventListener('load', show)
    }
  }, [element, videoId, chosen, on])

  return {
    available: tracks.filter(({ kind }) => kind === 'captions'),
    on,
    chosen,
    cues: read?.videoId === videoId ? read.cues : [],
  }
}

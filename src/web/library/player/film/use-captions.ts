import { useEffect, useState } from 'react'
import type { Track } from '#contract/library/library.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { useLocalState } from '#web/platform/site/store.ts'
import { chosenCaptions } from './captions.ts'
import type { FilmOptions } from './film.ts'
import { listen } from './listen.ts'

export type Captions = {
  /** The film's captions. */
  readonly available: readonly Track[]
  /** Whether they are shown. */
  readonly on: boolean
  /** The ones in use, visible or hidden. */
  readonly chosen: Track | undefined
  /** Their lines, once they are loaded. */
  readonly track: TextTrack | undefined
  /** Whether the page draws them; until then the browser does. */
  readonly setDrawn: (drawn: boolean) => void
}

const none: readonly Track[] = []

/**
 * Captions by the browser's settings: on or off, and language. Those with a refused URL are requested again, such as
 * after a long pause, or a change of the browser's cookie.
 */
export function useCaptions(
  element: HTMLVideoElement | null,
  { videoId, playback, reopen }: Pick<FilmOptions, 'videoId' | 'playback' | 'reopen'>,
): Captions {
  const tracks = playback?.tracks ?? none
  const on = useLocalState((state) => state.captions)
  const language = useLocalState((state) => state.captionsLanguage)
  const chosen = chosenCaptions(tracks, language, getLocale())
  const [read, setRead] = useState<{ videoId: string; track: TextTrack }>()
  const [byPage, setDrawn] = useState(false)

  useEffect(() => {
    const drawn = [...(element?.querySelectorAll('track') ?? [])]
    const inUse = drawn.find(
      ({ src, srclang }) => chosen && srclang === chosen.srclang && src.endsWith(chosen.src),
    )
    const apply = ({ type }: Partial<Event> = {}) => {
      const away = element !== null && isAway(element)
      // the browser's own player has its own captions menu, which is left alone
      if (away && type === 'change') return
      for (const { track, kind } of drawn) {
        const inUseMode = on && (away || !byPage) && kind === 'captions' ? 'showing' : 'hidden'
        // `hidden` reads the lines without showing them
        const mode = track === inUse?.track || kind === 'chapters' ? inUseMode : 'disabled'
        if (track.mode !== mode) track.mode = mode
      }
    }
    apply()
    // while a film loads, a browser may enable tracks
    element?.textTracks.addEventListener('change', apply)
    for (const name of movesAway) element?.addEventListener(name, apply)
    const stop = () => {
      element?.textTracks.removeEventListener('change', apply)
      for (const name of movesAway) element?.removeEventListener(name, apply)
    }
    if (!inUse) return stop
    const show = () => setRead({ videoId, track: inUse.track })
    if (inUse.track.cues?.length) show()
    const stopReading = listen(inUse, { load: show, error: reopen })
    return () => {
      stop()
      stopReading()
    }
  }, [element, videoId, chosen, on, byPage, reopen])

  return {
    available: tracks.filter(({ kind }) => kind === 'captions'),
    on,
    chosen,
    track: read?.videoId === videoId ? read.track : undefined,
    setDrawn,
  }
}

/**
 * Whether a film is shown outside the page (full screen on an iPhone, Safari's picture in picture), without the page's
 * overlays.
 */
function isAway(element: HTMLVideoElement): boolean {
  const { webkitDisplayingFullscreen, webkitPresentationMode } = element as {
    webkitDisplayingFullscreen?: boolean
    webkitPresentationMode?: string
  }
  return webkitDisplayingFullscreen === true || webkitPresentationMode === 'picture-in-picture'
}

const movesAway = ['webkitbeginfullscreen', 'webkitendfullscreen', 'webkitpresentationmodechanged']

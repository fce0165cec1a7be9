import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { BegunFilm } from './film/begun-film.ts'
import type { Film } from './film/use-film.ts'

export type MediaProps = {
  /** Its container, into which it is inserted first. */
  frame: HTMLElement | null
  begun: BegunFilm | undefined
  film: Film
  title: string
  poster: string | undefined
  tracks: readonly { kind: 'captions' | 'chapters'; src: string; srclang: string; label: string }[]
  /** The browser's own controls. */
  controls: boolean
}

/** The native media element: the one that the document began to load, or a new one. */
export function Media({ frame, begun, film: { setElement }, title, poster, tracks, controls }: MediaProps) {
  const [element] = useState(() => begun?.element ?? document.createElement('video'))
  useLayoutEffect(() => {
    element.playsInline = true
    element.preload = 'metadata'
    element.controls = controls
    element.setAttribute('aria-label', title)
    if (poster) element.poster = poster
    else element.removeAttribute('poster')
  }, [element, controls, title, poster])
  useLayoutEffect(() => {
    if (!frame) return
    frame.prepend(element)
    begun?.goOn()
    setElement(element)
    return () => {
      setElement(null)
      element.remove()
    }
  }, [frame, element, begun, setElement])
  return createPortal(
    tracks.map(({ kind, src, srclang, label }) => (
      <track key={src} kind={kind} src={src} srcLang={srclang} label={label} default={kind === 'chapters'} />
    )),
    element,
  )
}

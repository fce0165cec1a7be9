import { isFreeFilmOf } from '#contract/library/free-film.ts'
import { listen } from './listen.ts'

declare global {
  interface Window {
    /** The film that the document began to load (`src/web/index.html`). */
    begunFilm?: HTMLVideoElement | undefined
    /** The height of the size that it has chosen, where the film has more than one. */
    begunHeight?: number
  }
}

/**
 * The media element of a free video that its document began to load before scripts. It may be playing. The page
 * continues with the same element, so that nothing is fetched twice and playing does not stop.
 */
export type BegunFilm = {
  readonly element: HTMLVideoElement
  /** Resumes a film that the browser paused when the page replaced the document. */
  goOn(): void
}

let begun: BegunFilm | undefined

/** Must be called before the page replaces its document. */
export function noticeBegunFilm(): void {
  const { begunFilm: element } = window
  if (!element) return
  window.begunFilm = undefined
  let interrupted = false
  const stop = listen(element, {
    pause: () => {
      if (!element.isConnected) interrupted = true
    },
  })
  const goOn = () => {
    stop()
    if (interrupted) element.play().catch(() => undefined)
  }
  begun = { element, goOn }
}

/** Returns the element for this video, once; an element of another video is dropped. */
export function takeBegunFilm(videoId: string): BegunFilm | undefined {
  const taken = begun
  begun = undefined
  if (!taken || isBegun(taken.element, videoId)) return taken
  taken.element.removeAttribute('src')
  taken.element.load()
  return undefined
}

/** Whether an element still shows the film that its document began. */
export function isBegun(element: HTMLVideoElement, videoId: string): boolean {
  return isFreeFilmOf(videoId, element.getAttribute('src')) && !element.error
}

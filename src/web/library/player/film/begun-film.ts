import { isFreeFilmOf } from '#contract/library/free-film.ts'
import { listen } from './listen.ts'

declare global {
  interface Window {
    /** The film that the document has begun to load (`src/web/index.html`). */
    begunFilm?: HTMLVideoElement | undefined
  }
}

/**
 * The media element of a free video that its document began to load before any script had come. It may play already. The page
 * goes on with the same element, so that nothing is fetched twice and nothing stops.
 */
export type BegunFilm = {
  readonly element: HTMLVideoElement
  /** What the browser paused when the document made room for the page plays again. */
  goOn(): void
}

let begun: BegunFilm | undefined

/** To be called before the page takes the place of its document. */
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

/** The element of this video, once; one that was begun for another is given up. */
export function takeBegunFilm(videoId: string): BegunFilm | undefined {
  const taken = begun
  begun = undefined
  if (!taken || isBegun(taken.element, videoId)) return taken
  taken.element.removeAttribute('src')
  taken.element.load()
  return undefined
}

/** Whether an element shows a video's film as its document began it. */
export function isBegun(element: HTMLVideoElement, videoId: string): boolean {
  return isFreeFilmOf(videoId, element.getAttribute('src')) && !element.error
}

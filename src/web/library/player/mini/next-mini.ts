/** Whether the film is small, and whether the viewer has closed it. */
export type Mini = { readonly shown: boolean; readonly closed: boolean }

/** The film's surroundings. */
export type Around = {
  /** Its place on the page is scrolled out of view. */
  readonly outOfSight: boolean
  readonly playing: boolean
  readonly ended: boolean
  /** In full screen, in picture in picture, or on a phone in landscape, where it fills the screen. */
  readonly elsewhere: boolean
}

export const notMini: Mini = { shown: false, closed: false }

/**
 * A playing film becomes small when its place is out of view. A film paused there stays, so that it can be resumed; a
 * closed one returns after its place has been in view again, or when the viewer plays it again.
 */
export function nextMini({ shown, closed }: Mini, around: Around, event?: 'play' | 'close'): Mini {
  if (!around.outOfSight) return notMini
  const isClosed = event === 'close' || (closed && event !== 'play')
  const has = shown || around.playing
  return { shown: has && !isClosed && !around.ended && !around.elsewhere, closed: isClosed }
}

/** Whether the film is small, and whether the viewer has closed it. */
export type Mini = { readonly shown: boolean; readonly closed: boolean }

/** What goes on around the film. */
export type Around = {
  /** Its place on the page has been scrolled out of sight. */
  readonly outOfSight: boolean
  readonly playing: boolean
  readonly ended: boolean
  /** In full screen, in picture in picture, or on a phone in landscape, where it fills the screen. */
  readonly elsewhere: boolean
}

export const notMini: Mini = { shown: false, closed: false }

/**
 * A film that plays becomes small when its place is out of sight. One that is paused there stays, so that it can be
 * played on; one that is closed comes back when its place has been in sight again, or when the viewer plays it anew.
 */
export function nextMini({ shown, closed }: Mini, around: Around, event?: 'play' | 'close'): Mini {
  if (!around.outOfSight) return notMini
  const isClosed = event === 'close' || (closed && event !== 'play')
  const has = shown || around.playing
  return { shown: has && !isClosed && !around.ended && !around.elsewhere, closed: isClosed }
}

/** From this state on the next data are available (`HAVE_FUTURE_DATA`). */
export const playable = 3

/** Whether a film is out of pictures: it failed, or is to play and has no more. */
export function isStarved(element: HTMLVideoElement): boolean {
  const { error, paused, ended, readyState } = element
  return error !== null || (!paused && !ended && readyState < playable)
}

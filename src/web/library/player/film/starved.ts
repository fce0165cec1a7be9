/** From this state on the next data is available (`HAVE_FUTURE_DATA`). */
export const playable = 3

/** Whether a film is stalled: it failed, or should play and has no data. */
export function isStarved(element: HTMLVideoElement): boolean {
  const { error, paused, ended, readyState } = element
  return error !== null || (!paused && !ended && readyState < playable)
}

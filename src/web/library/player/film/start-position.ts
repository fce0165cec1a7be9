/** Not resumed closer to the end than this: the film would end at once and, with autoplay, be skipped. */
const closingSeconds = 5

/**
 * Where a film begins, in seconds: at the moment that the address asks for (`?t=90`), else where the viewer stopped,
 * else at the beginning. Never within the last five seconds.
 */
export function startPosition(
  askedSeconds: number | undefined,
  stoppedSeconds: number,
  durationSeconds: number,
): number {
  const wanted = askedSeconds ?? stoppedSeconds
  if (!Number.isFinite(wanted) || wanted <= 0) return 0
  // of unknown length: the browser itself stops at the end
  if (durationSeconds <= 0) return wanted
  if (askedSeconds !== undefined) return Math.min(wanted, Math.max(0, durationSeconds - closingSeconds))
  return wanted < durationSeconds - closingSeconds ? wanted : 0
}

/** Reads `t` of an address: `90`, `90s` or `1m30s`; undefined where it makes no sense. */
export function askedPosition(t: string | null): number | undefined {
  const match = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d+)?)s?)?$/.exec(t ?? '')
  if (!t || !match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

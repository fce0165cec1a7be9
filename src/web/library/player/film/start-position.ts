/** Films are not resumed closer to their end: they would end at once and, with autoplay, be skipped. */
const closingSeconds = 5

/**
 * Returns the start of a film in seconds: the moment in the URL (`?t=90`), else the viewer's position, else the
 * beginning. Never within the last five seconds.
 */
export function startPosition(
  askedSeconds: number | undefined,
  stoppedSeconds: number,
  durationSeconds: number,
): number {
  const wanted = askedSeconds ?? stoppedSeconds
  if (!Number.isFinite(wanted) || wanted <= 0) return 0
  // unknown duration: the browser stops at the end
  if (durationSeconds <= 0) return wanted
  if (askedSeconds !== undefined) return Math.min(wanted, Math.max(0, durationSeconds - closingSeconds))
  return wanted < durationSeconds - closingSeconds ? wanted : 0
}

/** Parses `t` of a URL: `90`, `90s` or `1m30s`; undefined if invalid. */
export function askedPosition(t: string | null): number | undefined {
  const match = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d+)?)s?)?$/.exec(t ?? '')
  if (!t || !match) return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

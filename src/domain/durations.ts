/**
 * Formats the length of a video as minutes and seconds: 64 seconds are '1:04', an hour and five seconds '60:05'
 * (product.md section 2).
 */
export function minutesAndSeconds(durationSeconds: number): string {
  const whole = wholeSeconds(durationSeconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A total duration, rounded to minutes; `seconds` only below one minute. */
export type TotalDuration = { hours: number; minutes: number; seconds: number }

/** Splits a total duration for display: 7,140 seconds are 1 h 59 min. A positive duration is never zero. */
export function totalDuration(durationSeconds: number): TotalDuration {
  const whole = wholeSeconds(durationSeconds)
  if (whole < 60) return { hours: 0, minutes: 0, seconds: whole }
  const allMinutes = Math.round(whole / 60)
  return { hours: Math.floor(allMinutes / 60), minutes: allMinutes % 60, seconds: 0 }
}

/** ISO 8601 form for machines, such as a `<time>` element: 64 seconds are 'PT64S'. */
export function isoDuration(durationSeconds: number): string {
  return `PT${wholeSeconds(durationSeconds)}S`
}

const wholeSeconds = (seconds: number) => (Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0)

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

/** Waits after failed attempts, of Standard Webhooks 1.0; the first attempt is made at once. */
const waitsMs = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]

/** Share of a wait by which it may be prolonged, so that deliveries that failed together do not return together. */
const jitterShare = 0.1
const longestAskedMs = 24 * hours
const slowForMs = minutes

/**
 * Returns the milliseconds until the next attempt, undefined after the last.
 * @param attempts failed so far, at least 1
 * @param random from 0 to 1
 * @param askedMs what the receiver asked for (Retry-After), up to a day
 */
export function nextWaitMs(attempts: number, random: number, askedMs = 0): number | undefined {
  const wait = waitsMs[attempts - 1]
  if (wait === undefined) return undefined
  return Math.max(Math.round(wait * (1 + jitterShare * random)), Math.min(askedMs, longestAskedMs))
}

/** `slow`: the receiver is overloaded, and its other deliveries wait as well. `gone`: it wants no more. */
export type WebhookOutcome = 'delivered' | 'gone' | 'slow' | 'failed'

/** Returns what a reply means; undefined: there was none. A redirect is a failure. */
export function webhookOutcome(status: number | undefined): WebhookOutcome {
  if (status === undefined) return 'failed'
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return 'gone'
  return [429, 502, 504].includes(status) ? 'slow' : 'failed'
}

/** Milliseconds for which nothing is sent to a receiver that is overloaded. */
export function slowdownMs(askedMs: number | undefined): number {
  return Math.min(Math.max(askedMs ?? 0, slowForMs), longestAskedMs)
}

/** Returns the milliseconds of a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3); undefined for others. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * seconds
  const until = Date.parse(header)
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime())
}

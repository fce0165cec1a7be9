/** The first part, and the next one after a connection broke: on a line of 0.2 Mbit/s it arrives in time. */
export const smallestPartBytes = 256 * 1024
const largestPartBytes = 8 * 1024 * 1024
/** How long a part should take: the site waits for a request for no more than 12 seconds. */
const partSeconds = 5

/**
 * Returns how many bytes the next part has, by the time in which the line took the last one. At most four times as many:
 * a short part says little about a line.
 */
export function nextPartBytes(last: { readonly bytes: number; readonly seconds: number }): number {
  const fitting = (last.bytes / Math.max(last.seconds, 0.001)) * partSeconds
  return Math.round(
    Math.min(Math.max(Math.min(fitting, last.bytes * 4), smallestPartBytes), largestPartBytes),
  )
}

import type { UnusedMedia } from '#server/library/unused-media/unused-media.store.ts'

/**
 * Returns the keys that were unreferenced from the first reading to the second: a reference in between would have
 * changed their time in the table. A copy of the database from in between does not reference them.
 */
export function unusedThroughout(
  before: readonly UnusedMedia[],
  after: readonly UnusedMedia[],
): ReadonlySet<string> {
  const sinceBefore = new Map(before.map(({ key, since }) => [key, since]))
  return new Set(after.filter(({ key, since }) => sinceBefore.get(key) === since).map(({ key }) => key))
}

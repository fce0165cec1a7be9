import type { UnusedMedia } from '#server/library/unused-media/unused-media.store.ts'

/**
 * Returns the keys that nothing named from the first look to the second: whoever names one takes it out of the table before, and back
 * there it has another time. A copy of the database from in between does not name them.
 */
export function unusedThroughout(
  before: readonly UnusedMedia[],
  after: readonly UnusedMedia[],
): ReadonlySet<string> {
  const sinceBefore = new Map(before.map(({ key, since }) => [key, since]))
  return new Set(after.filter(({ key, since }) => sinceBefore.get(key) === since).map(({ key }) => key))
}

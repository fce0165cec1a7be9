import { vi } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Begins to note what is asked of a database. Answers what tells the names of the questions since: `another` for those that
 * are not asked of the pool itself. Ends with `vi.restoreAllMocks()`.
 */
export function noteQuestions({ pool }: Database): () => (string | undefined)[] {
  const [query, connect] = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')]
  return () => {
    const asked = query.mock.calls.map(([of]) => (of as unknown as { name?: string }).name)
    // a question of the pool itself takes a connection, too
    return [...asked, ...connect.mock.calls.slice(asked.length).map(() => 'another')]
  }
}

import { vi } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'

/**
 * Records the statements sent to a database. The returned function lists their names since then: `another` for those not
 * sent through the pool. Ends with `vi.restoreAllMocks()`.
 */
export function noteQuestions({ pool }: Database): () => (string | undefined)[] {
  const [query, connect] = [vi.spyOn(pool, 'query'), vi.spyOn(pool, 'connect')]
  return () => {
    const asked = query.mock.calls.map(([of]) => (of as unknown as { name?: string }).name)
    // a statement of the pool takes a connection too
    return [...asked, ...connect.mock.calls.slice(asked.length).map(() => 'another')]
  }
}

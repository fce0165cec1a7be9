import type { Database } from '#server/platform/database/database.ts'

/** Deletes counts that have expired at `now`. */
export async function deleteExpiredCounts({ db }: Database, now: Date): Promise<void> {
  await db.deleteFrom('attempt_count').where('expire', '<=', now.getTime()).execute()
}

import type { Database } from '#server/platform/database/database.ts'

/** Deletes what was counted until `now` at the latest. */
export async function deleteExpiredCounts({ db }: Database, now: Date): Promise<void> {
  await db.deleteFrom('attempt_count').where('expire', '<=', now.getTime()).execute()
}

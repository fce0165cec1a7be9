import type { Db } from '#server/platform/database/tables.ts'

/** Returns whether any subscription is still running. */
export async function anySubscriptionRuns(db: Db, now: Date): Promise<boolean> {
  const running = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('status', '!=', 'cancelled')
    .where('until', '>', now)
    // mutant `1 → 2`: of more than one the first is taken
    .limit(1)
    .executeTakeFirst()
  return running !== undefined
}

import type { Db } from '#server/platform/database/tables.ts'

/** Whether a paid subscription is past its end, and honoured while its renewal is late. */
export async function isAnyoneInGrace(db: Db, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('status', '=', 'active')
    .where('until', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

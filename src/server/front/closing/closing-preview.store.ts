import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

export type RunningSubscriptions = {
  readonly subscriptions: number
  readonly seats: number
  /** Number of subscriptions with unpaid renewals, which end at once. */
  readonly unpaid: number
  /** When the first and the last of them end; null if there are none. */
  readonly firstUntil: Date | null
  readonly lastUntil: Date | null
}

/** Returns what runs at `now`, and what of it closing the service would end at once. */
export async function readRunningSubscriptions(db: Db, now: Date): Promise<RunningSubscriptions> {
  const isRunning = sql<boolean>`until > ${now}`
  return db
    .selectFrom('subscription')
    .select([
      sql<number>`count(*) filter (where ${isRunning})::int`.as('subscriptions'),
      sql<number>`coalesce(sum(license_count) filter (where ${isRunning}), 0)::int`.as('seats'),
      sql<number>`count(*) filter (where not ${isRunning})::int`.as('unpaid'),
      sql<Date | null>`min(until) filter (where ${isRunning})`.as('firstUntil'),
      sql<Date | null>`max(until) filter (where ${isRunning})`.as('lastUntil'),
    ])
    .where('status', '!=', 'cancelled')
    .where(({ or, eb }) => or([eb(isRunning, 'is', true), eb('status', '=', 'active')]))
    .executeTakeFirstOrThrow()
}

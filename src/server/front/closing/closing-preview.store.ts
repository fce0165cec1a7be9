import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

export type RunningSubscriptions = {
  readonly subscriptions: number
  readonly seats: number
  /** Whose renewal is unpaid: they end at once. */
  readonly unpaid: number
  /** When the first and the last of them run out; null where there is none. */
  readonly firstUntil: Date | null
  readonly lastUntil: Date | null
}

/** What runs at `now`, and what of it would end at once if the service were closed. */
export async function readRunningSubscriptions(db: Kysely<Tables>, now: Date): Promise<RunningSubscriptions> {
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

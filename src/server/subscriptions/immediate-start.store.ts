import type { Interval } from '#domain/interval.ts'
import type { Services } from '#server/services/services.ts'

/** Notes when a consumer asked that access begins before the time for withdrawal is over (German Civil Code, section 357a). */
export async function noteImmediateStart(
  { clock, database, random }: Pick<Services, 'clock' | 'database' | 'random'>,
  accountId: string,
  { interval, shownGrossCents }: { interval: Interval; shownGrossCents?: number | undefined },
): Promise<void> {
  await database.db
    .insertInto('immediate_start')
    .values({
      id: random.id(),
      account_id: accountId,
      asked_at: clock.now(),
      interval_value: interval.value,
      interval_unit: interval.unit,
      gross_cents: shownGrossCents ?? null,
    })
    .execute()
}

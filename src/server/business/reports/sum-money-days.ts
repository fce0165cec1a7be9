import { dayIn } from '#domain/zone-days.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, type StepOutcome, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { storeMoneyDays } from './money-days.store.ts'

export const moneyDaysUpkeep: readonly UpkeepStep[] = [
  { name: 'sum-money-days', every: 'hour', apart: true, run: sumMoneyDays },
]

/** Stores the sums of all days but today and yesterday: a booking of yesterday's last second may be under way. */
export async function sumMoneyDays({
  database,
  clock,
  config,
  stopping,
}: Pick<Services, 'database' | 'clock' | 'config' | 'stopping'>): Promise<StepOutcome> {
  const { zone } = config.seller
  const until = dayIn(daysBefore(clock.now(), 2), zone)
  let hasMore = true
  while (hasMore) {
    if (stopping.aborted) return 'held-back'
    hasMore = await inTransaction(database.db, (trx) => storeMoneyDays(trx, { until, zone }))
  }
  return 'done'
}

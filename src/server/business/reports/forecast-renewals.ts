import { comingRenewals } from '#domain/reports/coming-renewals.ts'
import { stateOf } from '#server/books/billing/subscription-state.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { StepOutcome, UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { storeForecasts, uncountedSubscriptions } from './coming-renewals.store.ts'

export const forecastUpkeep: readonly UpkeepStep[] = [
  { name: 'forecast-renewals', every: 'minute', apart: true, run: forecastRenewals },
]

/** Subscriptions of one transaction. */
const atOnce = 200

/** Computes the forecast of each subscription that has changed; billing never waits for it (decisions/132). */
async function forecastRenewals({
  database,
  config,
  stopping,
}: Pick<Services, 'database' | 'config' | 'stopping'>): Promise<StepOutcome> {
  const { graceDays, seller } = config
  let found = atOnce
  while (found === atOnce) {
    if (stopping.aborted) return 'held-back'
    found = await inTransaction(database.db, async (trx) => {
      const changed = await uncountedSubscriptions(trx, atOnce)
      const forecasts = changed.map(({ accountId, users, ...row }) => ({
        accountId,
        // who the customer is changes no renewal
        coming: comingRenewals(stateOf(row, true), users, { graceDays, zone: seller.zone }),
      }))
      if (forecasts.length > 0) await storeForecasts(trx, forecasts)
      return changed.length
    })
  }
  return 'done'
}

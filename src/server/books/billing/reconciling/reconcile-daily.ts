import type { Database } from '#server/platform/database/database.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { Unavailable } from '#server/platform/runtime/unavailable.ts'
import type { Services } from '#server/platform/services/services.ts'
import { reconcile } from './reconcile.ts'
import { lastReport } from './reconciliation.store.ts'

/** Checked hourly. */
const everyMs = 23 * 3_600_000

/** Reconciles every provider's books with the ledger, once a day; an unavailable provider is retried the next hour. */
export async function reconcileDaily(services: Services): Promise<StepOutcome> {
  const { database, payments, clock, log } = services
  return oneByOne(
    payments.values(),
    async (provider) => {
      const last = await lastReport(database.db, provider.name)
      const age = last && clock.real().getTime() - last.ran_at.getTime()
      if (age !== undefined && age < everyMs && last?.outcome !== 'unreachable') return
      if (!(await reconcile(services, provider))) throw new Unavailable('its books could not be compared')
    },
    (error, { name: provider }) => {
      log.error({ err: error, provider }, 'the books of a provider were not compared; it is tried again')
    },
  )
}

const compared = new WeakSet<Database>()

/**
 * Returns whether the books were reconciled since this process started: no automatic charge is made before that. After
 * a restore from a backup the providers have charges that the database does not know, and that must not be repeated.
 */
export async function areBooksCompared(services: Services): Promise<boolean> {
  const { database, payments, log } = services
  if (compared.has(database)) return true
  for (const provider of payments.values()) {
    if (await reconcile(services, provider)) continue
    log.error({ provider: provider.name }, 'renewals wait until the books of this provider can be compared')
    return false
  }
  compared.add(database)
  return true
}

import type { Transaction } from 'kysely'
import { type ServiceMode, sells } from '#domain/service-mode.ts'
import { readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { holdsCoupon } from './coupon.store.ts'
import { hadTrial, hasSubscription } from './subscription.store.ts'

/** Returns whether new accounts without a coupon get a trial. */
export function givesTrials({ config }: Pick<Services, 'config'>, serviceMode: ServiceMode): boolean {
  return config.trialDays > 0 && sells(serviceMode)
}

/**
 * Returns the days of trial that begin with an owner's first confirmed contact; 0 where nothing is sold, the account
 * has a coupon or a subscription, or the person had a trial before. Runs the same queries in each case.
 */
export async function offeredTrialDays(
  trx: Transaction<Tables>,
  services: Pick<Services, 'config' | 'clock'>,
  { accountId, email, serviceMode }: { accountId: string; email: string; serviceMode: ServiceMode },
): Promise<number> {
  const { clock, config } = services
  if (!givesTrials(services, serviceMode)) return 0
  const use = trialUseOf(await readTrialKey(trx, config), email)
  const reasonsAgainst = [
    await holdsCoupon(trx, accountId, clock.now()),
    await hasSubscription(trx, accountId),
    await hadTrial(trx, use),
  ]
  return reasonsAgainst.includes(true) ? 0 : config.trialDays
}

import type { Transaction } from 'kysely'
import { type ServiceMode, sells } from '#domain/service-mode.ts'
import { readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { holdsCoupon } from './coupon.store.ts'
import { hadTrial, hasSubscription } from './subscription.store.ts'

/** Whether the site gives a trial to new accounts that hold no coupon. */
export function givesTrials({ config }: Pick<Services, 'config'>, serviceMode: ServiceMode): boolean {
  return config.trialDays > 0 && sells(serviceMode)
}

/**
 * How many days of trial begin once an owner confirms the first contact; 0 where none does: nothing is sold, the account
 * holds a coupon or has a subscription, or this person had a trial before. Asks as much whatever the answer is.
 */
export async function offeredTrialDays(
  trx: Transaction<Tables>,
  services: Services,
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

import { type ServiceMode, sells } from '#domain/service-mode.ts'
import { readTrialKey, trialUseOf } from '#server/identity/accounts/trial-key.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { holdsCoupon } from './coupon.store.ts'
import { hadTrial, hasSubscription, notePromisedTrial, promisedTrialDays } from './subscription.store.ts'

/**
 * Returns the days of trial of a new account without a coupon: as chosen now, or as promised to it before if these are more. 0 where
 * nothing is sold.
 */
export async function trialDaysOf(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { accountId, serviceMode }: { accountId: string; serviceMode: ServiceMode },
): Promise<number> {
  const promised = await promisedTrialDays(trx, accountId)
  return sells(serviceMode) ? Math.max(promised, config.trialDays) : 0
}

/**
 * Returns the days of trial that begin with an owner's first confirmed contact, and keeps them as promised; 0 where nothing is sold, the account
 * has a coupon or a subscription, or the person had a trial before. Runs the same queries in each case.
 */
export async function offeredTrialDays(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  { accountId, email, serviceMode }: { accountId: string; email: string; serviceMode: ServiceMode },
): Promise<number> {
  const { clock, config } = services
  const days = await trialDaysOf(trx, services, { accountId, serviceMode })
  if (days === 0) return 0
  const use = trialUseOf(await readTrialKey(trx, config), email)
  const reasonsAgainst = [
    await holdsCoupon(trx, accountId, clock.now()),
    await hasSubscription(trx, accountId),
    await hadTrial(trx, use),
  ]
  const offered = reasonsAgainst.includes(true) ? 0 : days
  await notePromisedTrial(trx, accountId, offered)
  return offered
}

import type { PricingPlan } from '#domain/pricing.ts'
import type { BilledSubscription } from '#server/books/billing/billed-subscription.ts'
import { keptCoupon } from '#server/books/billing/kept-coupon.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { planOnSale } from '#server/platform/site-files/plan-on-sale.ts'

/** Returns the plan on sale, with the coupon that the account has kept for a new subscription. */
export async function planForAccount(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock' | 'siteFiles'>,
  { account, state }: BilledSubscription,
): Promise<PricingPlan> {
  const plan = planOnSale(services)
  const coupon = await keptCoupon(trx, account.id, state.periodIndex)
  return coupon ? { ...plan, coupon } : plan
}

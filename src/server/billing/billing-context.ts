import type { BillingContext } from '#domain/billing/decision.ts'
import type { ServiceMode } from '#domain/billing/subscription.ts'
import { sellerZone } from '#domain/seller-zone.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { Services } from '#server/services/services.ts'
import type { BilledAccount } from './billing.store.ts'
import { vatOfAccount } from './vat-of-account.ts'

/** The world as a decision about an account's money sees it. */
export function billingContext(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  serviceMode: ServiceMode,
  account: BilledAccount,
): BillingContext & { readonly vat: VatTreatment } {
  const now = clock.now()
  const vat = vatOfAccount(config, account, now)
  return {
    now,
    serviceMode,
    graceDays: config.graceDays,
    zone: sellerZone,
    vatBasisPoints: vat.basisPoints,
    vat,
  }
}

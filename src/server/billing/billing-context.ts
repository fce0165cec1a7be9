import type { BillingContext } from '#domain/billing/decision.ts'
import { localDate } from '#domain/billing-period.ts'
import { sellerZone } from '#domain/seller-zone.ts'
import type { ServiceMode } from '#domain/subscription.ts'
import { type VatTreatment, vatFor } from '#domain/vat.ts'
import type { Services } from '#server/services.ts'
import type { BilledAccount } from './billing.store.ts'

/** The world as a decision about an account's money sees it. */
export function billingContext(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  serviceMode: ServiceMode,
  account: BilledAccount,
): BillingContext & { readonly vat: VatTreatment } {
  const now = clock.now()
  const vat = vatOfAccount(account, now)
  return {
    now,
    serviceMode,
    graceDays: config.graceDays,
    zone: sellerZone,
    vatBasisPoints: vat.basisPoints,
    vat,
  }
}

/** How a supply to the account is taxed today (product.md section 9). Who gave no country yet is taxed as at home. */
export function vatOfAccount(
  { country, vatId, isBusiness }: Pick<BilledAccount, 'country' | 'vatId' | 'isBusiness'>,
  now: Date,
): VatTreatment {
  return vatFor({
    mode: 'simple',
    seller: { country: 'DE', smallBusiness: false },
    customer: {
      country: country ?? 'DE',
      business: isBusiness || Boolean(vatId),
      // an id is stored only when it has the form of its country
      vatIdState: vatId ? 'valid' : 'none',
    },
    day: localDate(now, sellerZone),
    thirdCountry: 'standard',
    vatIdUnavailable: 'charge',
  })
}

import { isBusiness } from '#domain/tax/buyer.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { BilledAccount } from './billing.store.ts'

/** What an invoice says of buyer and tax, frozen when the charge was ordered. */
export type ChargeFacts = {
  readonly vat: VatTreatment
  readonly buyer: {
    readonly name: string
    readonly address: string
    readonly country: string
    readonly vatId?: string
    readonly business: boolean
    readonly language: 'en' | 'de'
    /** Of documents since there is one. */
    readonly contractNumber?: string
    /** Of an order of the shop: where its documents go, the path of its page, without its key, and the card that is to pay it. */
    readonly order?: {
      readonly email: string
      readonly page: string
      readonly card?: { readonly brand: string; readonly last4: string }
    }
  }
}

export function chargeFacts(account: BilledAccount, vat: VatTreatment): ChargeFacts {
  const { name, billingAddress, country, vatId, language, contractNumber } = account
  return {
    vat,
    buyer: {
      name,
      address: billingAddress ?? '',
      country: country ?? 'DE',
      ...(vatId && { vatId }),
      business: isBusiness(account),
      language,
      contractNumber,
    },
  }
}

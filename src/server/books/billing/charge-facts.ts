import { isBusiness } from '#domain/tax/buyer.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { BilledAccount } from './billing.store.ts'

/** Buyer and tax of an invoice, frozen when the charge was ordered. */
export type ChargeFacts = {
  readonly vat: VatTreatment
  readonly buyer: {
    readonly name: string
    readonly address: string
    readonly country: string
    readonly vatId?: string
    readonly business: boolean
    readonly language: 'en' | 'de'
    /** Absent on older documents. */
    readonly contractNumber?: string
    /** Orders of the shop: recipient of the documents, path of the page without its key, and the card to charge. */
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

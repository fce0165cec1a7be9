import { localDate } from '#domain/billing/billing-period.ts'
import { type Buyer, isBusiness } from '#domain/tax/buyer.ts'
import { type VatQuestion, type VatTreatment, vatFor, vatForGoods } from '#domain/tax/vat.ts'
import type { TaxClass } from '#domain/tax/vat-rates.ts'
import type { Config } from '#server/platform/config/config.ts'

/** The register's answer about a VAT id, stored as evidence (`account.vat_check`). `checkedAt` is real time. */
export type VatCheck = {
  readonly vatId: string
  readonly state: 'valid' | 'invalid' | 'unavailable'
  readonly checkedAt: string
  /** The register's id of this consultation. */
  readonly requestIdentifier?: string
  readonly name?: string
  readonly address?: string
  /** The register's reason for being unavailable. */
  readonly reason?: string
  /** The last conclusive answer, while the register is unavailable. */
  readonly before?: 'valid' | 'invalid'
}

/** Returns whether the register's last answer confirms this id. */
export function isConfirmed(check: VatCheck | null, vatId: string): check is VatCheck {
  return check?.vatId === vatId && stateOf(check) === 'valid'
}

export type TaxedAccount = Buyer & { readonly country: string | null; readonly vatCheck: unknown }

/**
 * Returns today's tax of a supply to the account (product.md section 9, setting VAT_MODE). An account without a country
 * is taxed like a domestic one.
 */
export function vatOfAccount(config: TaxConfig, account: TaxedAccount, now: Date): VatTreatment {
  return vatFor(questionOf(config, account, now))
}

/** Returns today's tax of goods shipped to the account's country. */
export function vatOfGoods(
  config: TaxConfig,
  account: TaxedAccount,
  { taxClass, now }: { taxClass: TaxClass; now: Date },
): VatTreatment {
  return vatForGoods(questionOf(config, account, now), taxClass)
}

type TaxConfig = Pick<Config, 'vat' | 'seller'>

function questionOf({ vat, seller }: TaxConfig, account: TaxedAccount, now: Date): VatQuestion {
  const { country, vatId, vatCheck } = account
  return {
    mode: vat.mode,
    seller: { country: seller.country, smallBusiness: vat.smallBusiness },
    customer: {
      country: country ?? seller.country,
      business: isBusiness(account),
      vatIdState: vatIdState(vatId, vatCheck as VatCheck | null, vat.viesUrl !== undefined),
    },
    day: localDate(now, seller.zone),
    ossSince: vat.ossSince,
    thirdCountry: vat.mode === 'simple' ? 'standard' : vat.thirdCountry,
    vatIdUnavailable: vat.viesUnavailable,
  }
}

/** Only ids in their country's form are stored; without a register there is no further check. */
function vatIdState(
  vatId: string | null,
  check: VatCheck | null,
  asked: boolean,
): VatQuestion['customer']['vatIdState'] {
  if (!vatId) return 'none'
  if (!asked) return 'valid'
  return check?.vatId === vatId ? stateOf(check) : 'unavailable'
}

/** An id that was valid a week ago stays valid while the register is unavailable. */
function stateOf({ state, before }: VatCheck): VatCheck['state'] {
  return state === 'unavailable' ? (before ?? state) : state
}

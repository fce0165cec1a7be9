import { localDate } from '#domain/billing/billing-period.ts'
import { type Buyer, isBusiness } from '#domain/tax/buyer.ts'
import { type VatQuestion, type VatTreatment, vatFor, vatForGoods } from '#domain/tax/vat.ts'
import type { TaxClass } from '#domain/tax/vat-rates.ts'
import type { Config } from '#server/platform/config/config.ts'

/** What the register said of a VAT id, kept as evidence (`account.vat_check`). `checkedAt` is real time. */
export type VatCheck = {
  readonly vatId: string
  readonly state: 'valid' | 'invalid' | 'unavailable'
  readonly checkedAt: string
  /** By which the register finds this consultation again. */
  readonly requestIdentifier?: string
  readonly name?: string
  readonly address?: string
  /** Why it could not be asked, in the register's word. */
  readonly reason?: string
  /** The last answer that was one, while it cannot be asked. */
  readonly before?: 'valid' | 'invalid'
}

/** Whether the register's last answer is that it knows this id. */
export function isConfirmed(check: VatCheck | null, vatId: string): check is VatCheck {
  return check?.vatId === vatId && stateOf(check) === 'valid'
}

export type TaxedAccount = Buyer & { readonly country: string | null; readonly vatCheck: unknown }

/**
 * How a supply to the account is taxed today (product.md section 9, the settings' VAT_MODE). Who gave no country yet is
 * taxed as at home.
 */
export function vatOfAccount(config: TaxConfig, account: TaxedAccount, now: Date): VatTreatment {
  return vatFor(questionOf(config, account, now))
}

/** How goods are taxed today that are shipped to the account's country. */
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

/** An id is stored only when it has the form of its country; without a register that is all that can be asked. */
function vatIdState(
  vatId: string | null,
  check: VatCheck | null,
  asked: boolean,
): VatQuestion['customer']['vatIdState'] {
  if (!vatId) return 'none'
  if (!asked) return 'valid'
  return check?.vatId === vatId ? stateOf(check) : 'unavailable'
}

/** What was valid a week ago is not invalid because a register rests on Sundays. */
function stateOf({ state, before }: VatCheck): VatCheck['state'] {
  return state === 'unavailable' ? (before ?? state) : state
}

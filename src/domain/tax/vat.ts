import { isEuCountry } from './vat-id.ts'
import { goodsVatRate, type TaxClass } from './vat-rates.ts'

/** The facts about seller, customer and the operator's tax settings. */
export type VatQuestion = {
  /** `simple`: the single rule of product.md section 9. `full`: destination rates, third countries, small businesses. */
  readonly mode: 'simple' | 'full'
  readonly seller: {
    readonly country: string
    /** Below the turnover threshold (§ 19 UStG in Germany): no tax is shown. */
    readonly smallBusiness: boolean
  }
  readonly customer: {
    readonly country: string
    readonly business: boolean
    /**
     * Result of the VAT ID check: `none` was given; `unavailable`: well-formed, but the register could not be reached.
     */
    readonly vatIdState: 'none' | 'valid' | 'invalid' | 'unavailable'
  }
  /** Day of the supply, `YYYY-MM-DD`. */
  readonly day: string
  /** First day on which the seller uses the One Stop Shop for consumers' tax; absent: not yet. */
  readonly ossSince?: string | undefined
  /** Outside the EU: no tax (`zero`), or the seller's rate (`standard`). */
  readonly thirdCountry: 'zero' | 'standard'
  /** A company with an unchecked VAT ID pays tax for now (`charge`), or does not (`provisional`). */
  readonly vatIdUnavailable: 'charge' | 'provisional'
}

/** How a supply is taxed. */
export type VatTreatment = {
  /** Hundredths of a percent. */
  readonly basisPoints: number
  /** The customer owes the tax in their country. */
  readonly reverseCharge: boolean
  /** The note required on an invoice without tax. */
  readonly note?: VatNote
  /** Country in which the tax is owed; absent without tax. */
  readonly taxCountry?: string
  /** Untaxed provisionally: the VAT ID is checked again, and the invoice corrected if it is invalid. */
  readonly provisional?: true
  /** Taxed because the register could not be reached: corrected if it confirms the VAT ID later. */
  readonly unconfirmed?: true
}

export type VatNote = 'reverse-charge' | 'small-business' | 'outside-scope'

/**
 * Returns the tax of a subscription. Simple (product.md section 9): 19 %; none for an EU company with a valid VAT ID
 * outside Germany. Full, for an electronic service: domestic customers pay the seller's rate. Elsewhere in the EU reverse
 * charge applies to companies; all others pay their country's rate from `ossSince` on, the seller's before. Outside the
 * EU the operator's setting applies. A small business charges no tax. A seller outside the EU owes tax in no EU country
 * before `ossSince`.
 */
export function vatFor(question: VatQuestion): VatTreatment {
  const { customer } = question
  const treatment = treatmentOf(question)
  if (customer.vatIdState !== 'unavailable' || treatment.basisPoints === 0) return treatment
  const confirmed = treatmentOf({ ...question, customer: { ...customer, vatIdState: 'valid' } })
  return confirmed.reverseCharge ? { ...treatment, unconfirmed: true } : treatment
}

/**
 * Returns the tax of goods shipped from the seller's country. Simple: 19 %, for books the reduced rate of Germany (§ 12
 * (2) no. 1 UStG). Full: domestic customers, and companies with a valid VAT ID, pay the seller's rate; all others in the
 * EU pay their country's rate from `ossSince` on. Deliveries to companies abroad are never untaxed: that requires a proof
 * of arrival (§ 6a UStG, §§ 17a to 17d UStDV), which the shop does not collect.
 */
export function vatForGoods(question: VatQuestion, taxClass: TaxClass): VatTreatment {
  const { mode, seller, customer, day } = question
  if (mode === 'simple') return taxClass === 'book' ? taxedIn('DE', day, taxClass) : simpleRate
  if (seller.smallBusiness) return smallBusiness
  const isConsumer = !customer.business || customer.vatIdState !== 'valid'
  const whereTheyLive = isConsumer && isEuCountry(customer.country) && isInOneStopShop(question)
  return taxedIn(whereTheyLive ? customer.country : seller.country, day, taxClass)
}

function treatmentOf(question: VatQuestion): VatTreatment {
  return question.mode === 'simple' ? simpleVat(question) : fullVat(question)
}

/** The rate of product.md section 9, in basis points. */
const simpleVatBasisPoints = 1900

function simpleVat(question: VatQuestion): VatTreatment {
  const { country } = question.customer
  const abroad = country !== 'DE' && isEuCountry(country)
  return (abroad && reverseCharge(question)) || simpleRate
}

function fullVat(question: VatQuestion): VatTreatment {
  const { seller, customer, day, thirdCountry } = question
  const atHome = taxedIn(seller.country, day)
  if (seller.smallBusiness) return smallBusiness
  if (customer.country === seller.country) return atHome
  if (!isEuCountry(customer.country)) return thirdCountry === 'standard' ? atHome : outsideScope
  return reverseCharge(question) ?? (isInOneStopShop(question) ? taxedIn(customer.country, day) : atHome)
}

function isInOneStopShop({ ossSince, day }: VatQuestion): boolean {
  // mutant `ossSince !== undefined → true`: undefined is before no day
  return ossSince !== undefined && ossSince <= day
}

function reverseCharge({ customer, vatIdUnavailable }: VatQuestion): VatTreatment | undefined {
  if (!customer.business) return undefined
  const charged = { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' } as const
  if (customer.vatIdState === 'valid') return charged
  const trusted = customer.vatIdState === 'unavailable' && vatIdUnavailable === 'provisional'
  return trusted ? { ...charged, provisional: true } : undefined
}

function taxedIn(country: string, day: string, taxClass?: TaxClass): VatTreatment {
  const basisPoints = goodsVatRate(country, day, taxClass)
  return basisPoints === undefined ? outsideScope : { basisPoints, ...bySeller, taxCountry: country }
}

const bySeller = { reverseCharge: false } as const
const simpleRate: VatTreatment = { basisPoints: simpleVatBasisPoints, ...bySeller, taxCountry: 'DE' }
const smallBusiness: VatTreatment = { basisPoints: 0, ...bySeller, note: 'small-business' }
const outsideScope: VatTreatment = { basisPoints: 0, ...bySeller, note: 'outside-scope' }

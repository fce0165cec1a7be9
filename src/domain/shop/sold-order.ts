import type { Interval } from '#domain/interval.ts'
import type { TaxClass } from '#domain/tax/vat-rates.ts'

/** A sold line, stored with its order. Net and gross of the whole line, before the discount. */
export type SoldLine = SoldVoucher | SoldGoods

type SoldVoucher = SoldPart & {
  readonly kind: 'voucher'
  readonly licenseCount: number
  readonly interval: Interval
}

export type SoldGoods = SoldPart & {
  readonly kind: 'goods'
  /** Such as a size or a colour; empty for a single variant. */
  readonly variant: string
  /** Weight of one piece. */
  readonly weightGrams: number
  readonly taxClass: TaxClass
}

type SoldPart = {
  /** ID of the voucher, or of the goods' variant. */
  readonly productId: string
  readonly name: string
  readonly quantity: number
  readonly netCents: number
  readonly grossCents: number
  /** Net share of the order's discount. */
  readonly discountCents: number
  readonly vatBasisPoints: number
}

/** A net sum with its tax rate; the tax is computed on the sum of a rate. */
export type RatePart = { readonly vatBasisPoints: number; readonly netCents: number }

/** The shipping method and price of an order. Its tax follows the goods, split over several rates. */
export type SoldShipping = {
  readonly methodId: string
  readonly name: string
  readonly netCents: number
  readonly grossCents: number
  readonly parts: readonly RatePart[]
}

/** The applied discount code, with its amounts. */
export type SoldDiscount = {
  readonly code: string
  readonly netCents: number
  readonly grossCents: number
  readonly freeShipping: boolean
  readonly parts: readonly RatePart[]
}

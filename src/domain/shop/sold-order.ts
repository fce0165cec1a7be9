import type { Interval } from '#domain/interval.ts'
import type { TaxClass } from '#domain/tax/vat-rates.ts'

/** A line as it is sold, kept with its order. Net and gross are those of the whole line, before the discount. */
export type SoldLine = SoldVoucher | SoldGoods

type SoldVoucher = SoldPart & {
  readonly kind: 'voucher'
  readonly licenseCount: number
  readonly interval: Interval
}

export type SoldGoods = SoldPart & {
  readonly kind: 'goods'
  /** A size, a colour; empty where the goods have one form. */
  readonly variant: string
  /** Of one piece. */
  readonly weightGrams: number
  readonly taxClass: TaxClass
}

type SoldPart = {
  /** Of the voucher, or of the goods' variant. */
  readonly productId: string
  readonly name: string
  readonly quantity: number
  readonly netCents: number
  readonly grossCents: number
  /** Its share of the order's discount, net. */
  readonly discountCents: number
  readonly vatBasisPoints: number
}

/** A net sum with the rate that it is taxed at; the tax itself is computed on the sum of a rate. */
export type RatePart = { readonly vatBasisPoints: number; readonly netCents: number }

/** How an order is shipped, and for how much. Its tax follows the goods, in parts where they have several rates. */
export type SoldShipping = {
  readonly methodId: string
  readonly name: string
  readonly netCents: number
  readonly grossCents: number
  readonly parts: readonly RatePart[]
}

/** The code that lowered an order's price; amounts are what it took off. */
export type SoldDiscount = {
  readonly code: string
  readonly netCents: number
  readonly grossCents: number
  readonly freeShipping: boolean
  readonly parts: readonly RatePart[]
}

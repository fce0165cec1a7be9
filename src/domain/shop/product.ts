import type { Interval } from '#domain/interval.ts'
import type { TaxClass } from '#domain/tax/vat-rates.ts'

/** A gift voucher: licences for an interval, delivered as a coupon code by mail. Prices are net, in cents. */
export type Voucher = {
  readonly kind: 'voucher'
  readonly id: string
  readonly name: string
  readonly netCents: number
  readonly licenseCount: number
  readonly interval: Interval
}

/** One variant of shipped goods; variants are ordered, counted and weighed. */
export type Goods = {
  readonly kind: 'goods'
  /** ID of the variant. */
  readonly id: string
  readonly name: string
  /** Such as a size or a colour; empty for a single variant. */
  readonly variant: string
  readonly netCents: number
  readonly weightGrams: number
  /** Pieces in stock. */
  readonly stock: number
  readonly taxClass: TaxClass
}

/** What the shop sells. */
export type Product = Voucher | Goods

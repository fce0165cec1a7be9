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

/** Something that is packed and shipped: one variant of goods, which is what is ordered, counted and weighed. */
export type Goods = {
  readonly kind: 'goods'
  /** Of the variant. */
  readonly id: string
  readonly name: string
  /** A size, a colour; empty where the goods have one form. */
  readonly variant: string
  readonly netCents: number
  readonly weightGrams: number
  /** How many of it are there. */
  readonly stock: number
  readonly taxClass: TaxClass
}

/** What the shop sells. */
export type Product = Voucher | Goods

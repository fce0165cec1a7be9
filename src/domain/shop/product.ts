import type { Interval } from '#domain/interval.ts'

/** A gift voucher: licences for an interval, delivered as a coupon code by mail. Prices are net, in cents. */
export type Voucher = {
  readonly kind: 'voucher'
  readonly id: string
  readonly name: string
  readonly netCents: number
  readonly licenseCount: number
  readonly interval: Interval
}

/** Something that is packed and shipped. */
type Goods = {
  readonly kind: 'goods'
  readonly id: string
  readonly name: string
  readonly netCents: number
}

/** What the shop sells. */
export type Product = Voucher | Goods

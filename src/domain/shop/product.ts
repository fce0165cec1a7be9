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
export type Goods = {
  readonly kind: 'goods'
  readonly id: string
  readonly name: string
  readonly netCents: number
}

/** What the shop sells. */
export type Product = Voucher | Goods

/** The price of a product has to be worth a charge (50 cents), and to fit the books. */
export const priceRange = { from: 100, to: 1_000_000 } as const

export type VoucherFault =
  | 'product-name-missing'
  | 'product-price-invalid'
  | 'license-count-invalid'
  | 'interval-value-invalid'

/** What is wrong with a voucher that the operator wants to sell, by field; empty if nothing is. */
export function checkVoucher({
  name,
  netCents,
  licenseCount,
  interval,
}: Omit<Voucher, 'kind' | 'id'>): Partial<Record<'name' | 'netCents' | 'licenseCount' | 'interval', VoucherFault>> {
  return {
    ...(name.trim() === '' && { name: 'product-name-missing' }),
    ...(!isWholeBetween(netCents, priceRange.from, priceRange.to) && { netCents: 'product-price-invalid' }),
    ...(!isWholeBetween(licenseCount, 1, 1000) && { licenseCount: 'license-count-invalid' }),
    ...(!isWholeBetween(interval.value, 1, 120) && { interval: 'interval-value-invalid' }),
  }
}

function isWholeBetween(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to
}

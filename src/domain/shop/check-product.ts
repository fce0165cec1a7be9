import { isDay } from '#domain/dates.ts'
import { isCountryCode } from '#domain/tax/vat-id.ts'
import type { Discount } from './discount.ts'
import type { Goods, Voucher } from './product.ts'
import type { ShippingMethod } from './shipping.ts'

/** Net price range in cents: worth a charge, and within the books. */
const priceRange = { from: 100, to: 1_000_000 } as const

type ProductFault =
  | 'product-name-missing'
  | 'product-price-invalid'
  | 'product-weight-invalid'
  | 'product-stock-invalid'
  | 'product-picture-invalid'
  | 'product-licenses-invalid'
  | 'product-interval-invalid'
  | 'variant-missing'
  | 'shipping-price-invalid'
  | 'shipping-weight-invalid'
  | 'shipping-countries-invalid'
  | 'discount-code-invalid'
  | 'discount-empty'
  | 'discount-percent-invalid'
  | 'discount-amount-invalid'
  | 'discount-uses-invalid'
  | 'discount-days-invalid'

/** Faults by field; empty without faults. */
export type ProductFaults = Readonly<Record<string, ProductFault>>

export function checkVoucher(voucher: Omit<Voucher, 'kind' | 'id'>): ProductFaults {
  const { name, netCents, licenseCount, interval } = voucher
  return {
    ...nameless(name),
    ...(!isPrice(netCents) && { netCents: 'product-price-invalid' }),
    ...(!isWithin(licenseCount, 1, 1000) && { licenseCount: 'product-licenses-invalid' }),
    ...(!isWithin(interval.value, 1, 120) && { interval: 'product-interval-invalid' }),
  }
}

/** A variant as edited; `stock` is the stock after the change. */
export type EditedVariant = Pick<Goods, 'netCents' | 'weightGrams' | 'stock'>

/** @param pictures names of the available pictures */
export function checkGoods(
  goods: {
    readonly name: string
    readonly picture: string
    readonly variants: readonly EditedVariant[]
  },
  pictures: readonly string[],
): ProductFaults {
  const { name, picture, variants } = goods
  const faults = variants.flatMap(({ netCents, weightGrams, stock }, index) => [
    !isPrice(netCents) && ([`variants.${index}.netCents`, 'product-price-invalid'] as const),
    !isWithin(weightGrams, 0, 100_000) &&
      ([`variants.${index}.weightGrams`, 'product-weight-invalid'] as const),
    !isWithin(stock, 0, 1_000_000) && ([`variants.${index}.stockChange`, 'product-stock-invalid'] as const),
  ])
  return {
    ...nameless(name),
    ...(picture !== '' &&
      !pictures.includes(picture) &&
      !isOwnPath(picture) && { picture: 'product-picture-invalid' }),
    ...(variants.length === 0 && { variants: 'variant-missing' }),
    ...Object.fromEntries(faults.filter((fault) => fault !== false)),
  }
}

export function checkShippingMethod(method: Omit<ShippingMethod, 'id'>): ProductFaults {
  const { name, netCents, weightUpToGrams, countries } = method
  return {
    ...nameless(name),
    ...(!isWithin(netCents, 0, priceRange.to) && { netCents: 'shipping-price-invalid' }),
    ...(!isWithin(weightUpToGrams, 1, 1_000_000) && { weightUpToGrams: 'shipping-weight-invalid' }),
    ...((countries.length === 0 || !countries.every(isCountryCode)) && {
      countries: 'shipping-countries-invalid',
    }),
  }
}

/** Checks that a discount takes percents or an amount off, or makes shipping free, or both of these. */
export function checkDiscount(discount: Omit<Discount, 'uses'>): ProductFaults {
  const { code, percent, offCents, freeShipping, minimumCents, validFrom, validUntil, maxUses } = discount
  const days = [validFrom, validUntil].filter((day) => day !== null)
  const isEmpty = percent === null && offCents === null && !freeShipping
  return {
    ...(!/^[\p{L}\p{N}][\p{L}\p{N}_ -]{2,38}$/u.test(code.trim()) && { code: 'discount-code-invalid' }),
    ...((isEmpty || (percent !== null && offCents !== null)) && { percent: 'discount-empty' }),
    ...(percent !== null && !isWithin(percent, 1, 100) && { percent: 'discount-percent-invalid' }),
    ...(offCents !== null &&
      !isWithin(offCents, 1, priceRange.to) && { offCents: 'discount-amount-invalid' }),
    ...(!isWithin(minimumCents, 0, priceRange.to) && { minimumCents: 'discount-amount-invalid' }),
    ...(maxUses !== null && !isWithin(maxUses, 1, 1_000_000) && { maxUses: 'discount-uses-invalid' }),
    // mutant `validFrom !== null → true`: no day is after none,
    // mutant `validUntil !== null → true`: and none is after a day
    ...((!days.every(isDay) || (validFrom !== null && validUntil !== null && validFrom > validUntil)) && {
      validUntil: 'discount-days-invalid',
    }),
  }
}

function nameless(name: string): ProductFaults {
  return name.trim() === '' ? { name: 'product-name-missing' } : {}
}

function isPrice(cents: number): boolean {
  return isWithin(cents, priceRange.from, priceRange.to)
}

/** Whether a picture is a path of this site: external pictures would disclose visitors. */
function isOwnPath(picture: string): boolean {
  return /^\/[\w./-]{1,200}$/.test(picture) && !/\/\/|\.\./.test(picture)
}

function isWithin(value: number, from: number, to: number): boolean {
  return Number.isInteger(value) && value >= from && value <= to
}

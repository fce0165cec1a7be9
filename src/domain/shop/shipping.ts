import { isEuCountry } from '#domain/tax/vat-id.ts'
import type { CartLine } from './cart.ts'

/** A shipping method; its price is net, in cents. */
export type ShippingMethod = {
  readonly id: string
  readonly name: string
  /** Codes of the countries served. */
  readonly countries: readonly string[]
  readonly weightUpToGrams: number
  readonly netCents: number
}

/** Returns the weight of a cart's goods in grams; vouchers weigh nothing. */
export function weightOf(lines: readonly CartLine[]): number {
  return lines.reduce(
    (sum, { product, quantity }) => sum + (product.kind === 'goods' ? quantity * product.weightGrams : 0),
    0,
  )
}

/**
 * Returns the shipping methods for a weight and a country, cheapest first. Goods are shipped within the European Union,
 * or within the seller's country: others would need customs papers and proofs of export.
 */
export function shippingMethodsFor(
  methods: readonly ShippingMethod[],
  { country, weightGrams, from }: { country: string; weightGrams: number; from: string },
): readonly ShippingMethod[] {
  const isReached = country === from || (isEuCountry(from) && isEuCountry(country))
  return methods
    .filter(
      ({ countries, weightUpToGrams }) =>
        isReached && countries.includes(country) && weightGrams <= weightUpToGrams,
    )
    .toSorted((one, other) => one.netCents - other.netCents || one.weightUpToGrams - other.weightUpToGrams)
}

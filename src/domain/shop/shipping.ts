import { isEuCountry } from '#domain/tax/vat-id.ts'
import type { CartLine } from './cart.ts'

/** A way in which goods get to their buyer; its price is net, in cents. */
export type ShippingMethod = {
  readonly id: string
  readonly name: string
  /** Codes of the countries that it goes to. */
  readonly countries: readonly string[]
  readonly weightUpToGrams: number
  readonly netCents: number
}

/** What the goods of a cart weigh together, in grams; vouchers weigh nothing. */
export function weightOf(lines: readonly CartLine[]): number {
  return lines.reduce(
    (sum, { product, quantity }) => sum + (product.kind === 'goods' ? quantity * product.weightGrams : 0),
    0,
  )
}

/**
 * How a cart of that weight can be shipped to a country, cheapest first. Goods stay within the European Union, or within the
 * seller's country: beyond, papers for customs and proofs of the export would be due.
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

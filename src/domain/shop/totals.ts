import { type Amount, amountOf } from '#domain/money.ts'

/** A line of an order: so many at a net price each, with the tax of what it is. */
export type PricedLine = {
  readonly quantity: number
  readonly netCents: number
  /** Hundredths of a percent. */
  readonly vatBasisPoints: number
}

export type OrderTotals = {
  /** Net and gross of each line, in the order of the lines; they sum to the totals. */
  readonly lines: readonly { readonly netCents: number; readonly grossCents: number }[]
  /** One for each rate, in the order in which the lines bring them. */
  readonly taxes: readonly Amount[]
  readonly netCents: number
  readonly vatCents: number
  readonly grossCents: number
}

/**
 * What an order costs. The tax is computed once for each rate, on the net sum of its lines, half up. The gross price of a line is
 * what it adds to the gross sum of the lines before it, so that the lines sum to the total to the cent.
 */
export function orderTotals(lines: readonly PricedLine[]): OrderTotals {
  const netOf = new Map<number, number>()
  const shown = lines.map(({ quantity, netCents: each, vatBasisPoints }) => {
    const netCents = quantity * each
    const before = netOf.get(vatBasisPoints) ?? 0
    netOf.set(vatBasisPoints, before + netCents)
    const grossCents =
      amountOf(before + netCents, vatBasisPoints).grossCents - amountOf(before, vatBasisPoints).grossCents
    return { netCents, grossCents }
  })
  const taxes = [...netOf].map(([vatBasisPoints, netCents]) => amountOf(netCents, vatBasisPoints))
  const sumOf = (part: 'netCents' | 'vatCents' | 'grossCents') =>
    taxes.reduce((sum, tax) => sum + tax[part], 0)
  return {
    lines: shown,
    taxes,
    netCents: sumOf('netCents'),
    vatCents: sumOf('vatCents'),
    grossCents: sumOf('grossCents'),
  }
}

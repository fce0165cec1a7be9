import { divideHalfUp } from '#domain/money.ts'
import { checkVatId, cleanVatId } from '#domain/tax/vat-id.ts'
import type { Sale } from './sale.ts'

/** Net sales to a company that owes the tax, in whole euros. */
export type SalesListLine = {
  /** With the prefix of the country. */
  readonly vatId: string
  readonly euros: number
  /** Goods to companies are taxed in the seller's country and never listed. */
  readonly kind: 'S'
}

/** Sums the EU sales list (Zusammenfassende Meldung) of a period: services with reverse charge, by VAT ID. */
export class SalesList {
  readonly #cents = new Map<string, number>()

  add(sale: Sale): void {
    if (sale.case !== 'reverse-charge' || vatIdFault(sale)) return
    const vatId = cleanVatId(sale.buyer.vatId ?? '')
    this.#cents.set(vatId, (this.#cents.get(vatId) ?? 0) + sale.netCents)
  }

  /** By VAT ID. Each sum is rounded once; what rounds to nothing is left out. */
  lines(): SalesListLine[] {
    return [...this.#cents]
      .map(([vatId, cents]) => ({ vatId, euros: divideHalfUp(cents, 100), kind: 'S' as const }))
      .filter(({ euros }) => euros !== 0)
      .toSorted((one, other) => (one.vatId < other.vatId ? -1 : 1))
  }
}

/** Returns why a sale with reverse charge cannot be listed: its VAT ID is missing or is none of the buyer's country. */
export function vatIdFault({ buyer }: Pick<Sale, 'buyer'>): 'missing' | 'invalid' | undefined {
  if (!buyer.vatId) return 'missing'
  return checkVatId(buyer.country, buyer.vatId) ? 'invalid' : undefined
}

/** Most lines of a file. */
export const mostSalesListLines = 1_500

/**
 * Returns the file for the import of the German form (Mein ELSTER, version 3.0): UTF-8, a line with the version, one with
 * the names of the fields, then the data.
 */
export function salesListFile(lines: readonly SalesListLine[]): string {
  const rows = lines.map(({ vatId, euros, kind }) => `${vatId},${euros},${kind}`)
  return ['#v3.0', 'USt-IdNr.,Betrag (EUR),Art der Leistung', ...rows].map((line) => `${line}\r\n`).join('')
}

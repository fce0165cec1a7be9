import { standardVatRate } from '#domain/tax/vat-rates.ts'
import type { Sale } from './sale.ts'
import { quarterOf } from './tax-period.ts'

/** Sales to consumers of a country at a rate. */
export type OssLine = {
  readonly supply: Sale['supply']
  /** ISO code; the file writes EL for Greece. */
  readonly country: string
  readonly rate: 'STANDARD' | 'REDUCED'
  readonly basisPoints: number
  readonly netCents: number
  readonly vatCents: number
}

/** Tax of an earlier quarter to be corrected, by country; negative if less is owed. */
export type OssCorrection = { readonly quarter: string; readonly country: string; readonly vatCents: number }

/**
 * Sums the return of one quarter: credit notes lower the quarter of their invoice, and correct it if that is an earlier one. An
 * invoice that replaces another counts in the quarter of the first one, too.
 */
export class OssReturn {
  readonly #lines = new Map<string, OssLine>()
  readonly #corrections = new Map<string, OssCorrection>()
  readonly #quarter: string

  constructor(quarter: string) {
    this.#quarter = quarter
  }

  /** Adds a sale whose document was issued in the quarter. */
  add(sale: Sale): void {
    if (sale.case !== 'oss') return
    const { country, basisPoints, supply, netCents, vatCents } = sale
    const suppliedOn = sale.taxedOn ?? sale.corrects?.day ?? sale.day
    const quarter = quarterOf(suppliedOn)
    if (quarter !== this.#quarter) {
      const key = `${quarter} ${country}`
      const before = this.#corrections.get(key)?.vatCents ?? 0
      this.#corrections.set(key, { quarter, country, vatCents: before + vatCents })
      return
    }
    const key = `${supply} ${country} ${basisPoints}`
    const before = this.#lines.get(key)
    this.#lines.set(key, {
      supply,
      country,
      rate: basisPoints === standardVatRate(country, suppliedOn) ? 'STANDARD' : 'REDUCED',
      basisPoints,
      netCents: (before?.netCents ?? 0) + netCents,
      vatCents: (before?.vatCents ?? 0) + vatCents,
    })
  }

  /** Without zero amounts, which the import refuses; services first, by country. */
  lines(): OssLine[] {
    return [...this.#lines.values()]
      .filter(({ netCents, vatCents }) => netCents !== 0 || vatCents !== 0)
      .toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
  }

  /** By quarter and country. They are typed at the portal, which imports none. */
  corrections(): OssCorrection[] {
    return [...this.#corrections.values()]
      .filter(({ vatCents }) => vatCents !== 0)
      .toSorted((one, other) =>
        `${one.quarter}${one.country}`.localeCompare(`${other.quarter}${other.country}`),
      )
  }
}

const orderOf = ({ supply, country, basisPoints }: OssLine) =>
  `${supply === 'service' ? 0 : 1} ${country} ${String(100_000 - basisPoints)}`

/** Most lines of a file. */
export const mostOssLines = 6_000

/** The character before the cents. The guide names the point; one user of an earlier version needed the comma. */
const decimalPoint = '.'

/**
 * Returns the file for the import of the German One Stop Shop (BZSt, version 2.0): UTF-8, no names of fields. Record type 2:
 * services, 3: goods supplied from Germany.
 */
export function ossFile(lines: readonly OssLine[]): string {
  const rows = lines.map(({ supply, country, rate, basisPoints, netCents, vatCents }) =>
    [
      supply === 'service' ? '2' : '3',
      country === 'GR' ? 'EL' : country,
      rate,
      decimal(basisPoints),
      decimal(netCents),
      decimal(vatCents),
    ].join(','),
  )
  return ['#v2.0', ...rows].map((line) => `${line}\r\n`).join('')
}

function decimal(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}${decimalPoint}${digits.slice(-2)}`
}

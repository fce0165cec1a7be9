/** A standard rate in hundredths of a percent, and its first day (`YYYY-MM-DD`). */
type Rate = { readonly from: string; readonly basisPoints: number }

/** Tax class of goods: printed books have a reduced rate in most countries. */
export type TaxClass = 'standard' | 'book'

/**
 * Returns the rate of an EU country on a day for goods of a class (default: standard), in basis points; undefined for
 * other countries.
 */
export function goodsVatRate(countryCode: string, day: string, taxClass?: TaxClass): number | undefined {
  const rates = taxClass === 'book' ? bookRates[countryCode] : undefined
  return rateOn(rates, day) ?? standardVatRate(countryCode, day)
}

/**
 * Returns the standard VAT rate of an EU country on a day, in basis points (2550 is 25.5 %); undefined for other
 * countries. Days before 2024 use the rate of 2024: nothing was sold earlier.
 */
export function standardVatRate(countryCode: string, day: string): number | undefined {
  return rateOn(standardRates[countryCode], day)
}

function rateOn(rates: readonly Rate[] | undefined, day: string): number | undefined {
  return (rates?.findLast(({ from }) => from <= day) ?? rates?.[0])?.basisPoints
}

/**
 * Standard rates since 2024, as published by the member states ("Taxes in Europe" database of the Commission). A new rate
 * is a new row with its day; old rows stay, since credit notes and late charges need them.
 */
const standardRates: Readonly<Record<string, readonly Rate[]>> = {
  AT: since2024(2000),
  BE: since2024(2100),
  BG: since2024(2000),
  CY: since2024(1900),
  CZ: since2024(2100),
  DE: since2024(1900),
  DK: since2024(2500),
  EE: [...since2024(2200), { from: '2025-07-01', basisPoints: 2400 }],
  ES: since2024(2100),
  FI: [...since2024(2400), { from: '2024-09-01', basisPoints: 2550 }],
  FR: since2024(2000),
  GR: since2024(2400),
  HR: since2024(2500),
  HU: since2024(2700),
  IE: since2024(2300),
  IT: since2024(2200),
  LT: since2024(2100),
  LU: since2024(1700),
  LV: since2024(2100),
  MT: since2024(1800),
  NL: since2024(2100),
  PL: since2024(2300),
  PT: since2024(2300),
  RO: [...since2024(1900), { from: '2025-08-01', basisPoints: 2100 }],
  SE: since2024(2500),
  SI: since2024(2200),
  SK: [...since2024(2000), { from: '2025-01-01', basisPoints: 2300 }],
}

/**
 * Rates of printed books since 2024, from the same source (Annex III no. 6 of Directive 2006/112/EC allows them; in
 * Germany § 12 (2) no. 1 UStG with no. 49 of its annex 2), checked in November 2026, not by an adviser. A missing country
 * uses its standard rate, such as Denmark, where a government proposed a zero rate in August 2025; once in force it
 * becomes a row here.
 */
const bookRates: Readonly<Record<string, readonly Rate[]>> = {
  AT: since2024(1000),
  BE: since2024(600),
  BG: since2024(900),
  CY: since2024(300),
  // exempt with deduction of the tax paid before
  CZ: since2024(0),
  DE: since2024(700),
  EE: since2024(900),
  ES: since2024(400),
  FI: [
    ...since2024(1000),
    { from: '2025-01-01', basisPoints: 1400 },
    { from: '2026-01-01', basisPoints: 1350 },
  ],
  FR: since2024(550),
  GR: since2024(600),
  HR: since2024(500),
  HU: since2024(500),
  IE: since2024(0),
  IT: since2024(400),
  // with the reform of its reduced rates of 2026
  LT: [...since2024(900), { from: '2026-01-01', basisPoints: 500 }],
  LU: since2024(300),
  // since 2022; since 2026 only in Latvian and in official languages of the EU, EEA and OECD, at the standard rate in others
  LV: since2024(500),
  MT: since2024(500),
  NL: since2024(900),
  PL: since2024(500),
  PT: since2024(600),
  RO: [...since2024(500), { from: '2025-08-01', basisPoints: 1100 }],
  SE: since2024(600),
  SI: since2024(500),
  SK: [...since2024(1000), { from: '2025-01-01', basisPoints: 500 }],
}

function since2024(basisPoints: number): readonly Rate[] {
  // mutant `'2024-01-01' → ''`: days before count as the first of 2024
  return [{ from: '2024-01-01', basisPoints }]
}

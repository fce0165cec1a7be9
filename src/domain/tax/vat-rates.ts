/** A standard rate in hundredths of a percent, and the first day (`YYYY-MM-DD`) on which it holds. */
type Rate = { readonly from: string; readonly basisPoints: number }

/**
 * The standard rate of value added tax of an EU country on a day, in basis points (2550 is 25.5 %); undefined for other
 * countries. Days before 2024 count as the first of 2024: the product has sold nothing earlier.
 */
export function standardVatRate(countryCode: string, day: string): number | undefined {
  const rates = standardRates[countryCode]
  return (rates?.findLast(({ from }) => from <= day) ?? rates?.[0])?.basisPoints
}

/**
 * Standard rates since 2024, as the member states publish them ("Taxes in Europe" database of the Commission). A new rate
 * is a new row with its day; an old one stays, since credit notes and late charges need it.
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

function since2024(basisPoints: number): readonly Rate[] {
  return [{ from: '2024-01-01', basisPoints }]
}

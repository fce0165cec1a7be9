import { cleanVatId, euCountries } from '#domain/tax/vat-id.ts'
import {
  bulgarianNumber,
  type Check,
  czechNumber,
  latvianNumber,
  slovakNumber,
  slovenianNumber,
} from './vat-id-rules.ts'

/**
 * Verifies the check digits of a well-formed VAT id, so that a typing error is found before it affects the tax. Only
 * the register knows whether the id was assigned. Blank ids and countries without a rule pass.
 */
export async function hasRightCheckDigits(countryCode: string, vatId: string): Promise<boolean> {
  const cleaned = cleanVatId(vatId)
  const load = checks[countryCode]
  const prefix = euCountries.find(({ code }) => code === countryCode)?.vatPrefix
  if (cleaned === '' || load === undefined || prefix === undefined) return true
  const { validate } = await load()
  return validate(cleaned.slice(prefix.length)).isValid
}

/**
 * The rule of each country, loaded on first use: the whole library would add a third of a second to the startup. Where
 * stdnum 1.12 is wrong, the rule is ours.
 */
const checks: Readonly<Record<string, () => Promise<Check>>> = {
  AT: () => import('stdnum/lib/cjs/at/uid.js'),
  BE: () => import('stdnum/lib/cjs/be/vat.js'),
  BG: async () => bulgarianNumber,
  CY: () => import('stdnum/lib/cjs/cy/vat.js'),
  CZ: async () => czechNumber(await import('stdnum/lib/cjs/cz/dic.js')),
  DE: () => import('stdnum/lib/cjs/de/vat.js'),
  DK: () => import('stdnum/lib/cjs/dk/cvr.js'),
  EE: () => import('stdnum/lib/cjs/ee/kmkr.js'),
  ES: () => import('stdnum/lib/cjs/es/nif.js'),
  FI: () => import('stdnum/lib/cjs/fi/alv.js'),
  FR: () => import('stdnum/lib/cjs/fr/tva.js'),
  GR: () => import('stdnum/lib/cjs/gr/vat.js'),
  HR: () => import('stdnum/lib/cjs/hr/oib.js'),
  HU: () => import('stdnum/lib/cjs/hu/anum.js'),
  IE: () => import('stdnum/lib/cjs/ie/vat.js'),
  IT: () => import('stdnum/lib/cjs/it/iva.js'),
  LT: () => import('stdnum/lib/cjs/lt/pvm.js'),
  LU: () => import('stdnum/lib/cjs/lu/tva.js'),
  LV: async () => latvianNumber(await import('stdnum/lib/cjs/lv/pvn.js')),
  MT: () => import('stdnum/lib/cjs/mt/vat.js'),
  NL: () => import('stdnum/lib/cjs/nl/btw.js'),
  PL: () => import('stdnum/lib/cjs/pl/nip.js'),
  PT: () => import('stdnum/lib/cjs/pt/nif.js'),
  RO: () => import('stdnum/lib/cjs/ro/cif.js'),
  SE: () => import('stdnum/lib/cjs/se/vat.js'),
  SI: async () => slovenianNumber,
  SK: async () => slovakNumber,
}

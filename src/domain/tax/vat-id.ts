/** A member state of the EU as value added tax sees it. */
export type EuCountry = {
  /** ISO 3166-1. */
  readonly code: string
  /** Prefix of the country's VAT IDs: its code, but EL for Greece. */
  readonly vatPrefix: string
  /** Pattern of the part after the prefix. */
  readonly pattern: RegExp
}

/**
 * The EU VAT table (product.md section 3): the 27 countries with their number patterns. Northern Ireland (XI) is not
 * included: its numbers apply to goods, and subscriptions are services.
 */
export const euCountries: readonly EuCountry[] = [
  country('AT', /^U\d{8}$/),
  // since 2023 new numbers start with 1; those before 2005 have nine digits
  country('BE', /^[01]?\d{9}$/),
  country('BG', /^\d{9,10}$/),
  country('CY', /^\d{8}[A-Z]$/),
  country('CZ', /^\d{8,10}$/),
  country('DE', /^[1-9]\d{8}$/),
  country('DK', /^\d{8}$/),
  country('EE', /^10\d{7}$/),
  country('ES', /^[A-Z0-9]\d{7}[A-Z0-9]$/),
  country('FI', /^\d{8}$/),
  country('FR', /^[A-HJ-NP-Z0-9]{2}\d{9}$/),
  country('GR', /^\d{9}$/, 'EL'),
  country('HR', /^\d{11}$/),
  country('HU', /^\d{8}$/),
  country('IE', /^(?:\d{7}[A-W][A-I]?|[7-9][A-Z*+]\d{5}[A-W])$/),
  country('IT', /^\d{11}$/),
  country('LT', /^(?:\d{9}|\d{12})$/),
  country('LU', /^\d{8}$/),
  country('LV', /^\d{11}$/),
  country('MT', /^[1-9]\d{7}$/),
  country('NL', /^\d{9}B(?:0[1-9]|[1-9]\d)$/),
  country('PL', /^\d{10}$/),
  country('PT', /^\d{9}$/),
  country('RO', /^[1-9]\d{1,9}$/),
  country('SE', /^\d{10}01$/),
  country('SI', /^[1-9]\d{7}$/),
  country('SK', /^[1-9]\d[2346-9]\d{7}$/),
]

/**
 * Checks the VAT ID of a customer billed in `countryCode` (product.md section 5): in its normal form it must start with
 * the country's code (EL or GR for Greece) and match its pattern. Blank is valid, so a German address needs none. Only
 * the 27 countries have EU VAT IDs: elsewhere any other text is refused, since nothing could be checked and nothing would
 * follow from it.
 */
export function checkVatId(countryCode: string, vatId: string): 'vat-id-invalid' | undefined {
  const cleaned = cleanVatId(vatId)
  if (cleaned === '') return undefined
  const state = euCountries.find(({ code }) => code === countryCode)
  if (!state?.pattern.test(cleaned.slice(state.vatPrefix.length))) return 'vat-id-invalid'
  return cleaned.startsWith(state.vatPrefix) ? undefined : 'vat-id-invalid'
}

/**
 * Returns the normal form of a VAT ID, as stored, compared and looked up: capital letters, without the spaces, dots and
 * hyphens of national notation, with EL for Greece.
 */
export function cleanVatId(vatId: string): string {
  return vatId
    .replace(/[\s.·\p{Pd}\u2212]/gu, '')
    .toUpperCase()
    .replace(/^GR/, 'EL')
}

/** Whether a country is in the EU. */
export function isEuCountry(code: string): boolean {
  return euCountries.some((state) => state.code === code)
}

/** Whether customers can be billed in a country. */
export function isCountryCode(code: string): boolean {
  return countryCodes.includes(code)
}

/** The countries of ISO 3166-1, and Kosovo, which banks and card providers call XK. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

function country(code: string, pattern: RegExp, vatPrefix = code): EuCountry {
  return { code, vatPrefix, pattern }
}

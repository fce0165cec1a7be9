import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkVatId, cleanVatId, countryCodes, euCountries, isCountryCode, isEuCountry } from './vat-id.ts'

const codes = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

test('the EU has 27 countries', () => {
  expect(euCountries.map(({ code }) => code).toSorted()).toEqual(codes)
})

test('only Greek numbers start with something else than the code of the country', () => {
  const others = euCountries.filter(({ code, vatPrefix }) => code !== vatPrefix)
  expect(others.map(({ code, vatPrefix }) => [code, vatPrefix])).toEqual([['GR', 'EL']])
})

describe('a VAT id', () => {
  test.each([
    ['AT', 'ATU13585627'],
    ['BE', 'BE0428759497'],
    ['BE', 'BE428759497'],
    ['BE', 'BE1000000030'],
    ['BG', 'BG175074752'],
    ['BG', 'BG7501010010'],
    ['CY', 'CY10259033P'],
    ['CZ', 'CZ25123891'],
    ['CZ', 'CZ7103192745'],
    ['DE', 'DE136695976'],
    ['DK', 'DK13585628'],
    ['EE', 'EE100931558'],
    ['ES', 'ESB58378431'],
    ['ES', 'ES54362315K'],
    ['FI', 'FI20774740'],
    ['FR', 'FR40303265045'],
    ['FR', 'FRK7399859412'],
    ['GR', 'EL094259216'],
    ['HR', 'HR33392005961'],
    ['HU', 'HU12892312'],
    ['IE', 'IE6433435F'],
    ['IE', 'IE6433435OA'],
    ['IE', 'IE8D79739I'],
    ['IE', 'IE8+79739I'],
    ['IT', 'IT00743110157'],
    ['LT', 'LT119511515'],
    ['LT', 'LT100001919017'],
    ['LU', 'LU15027442'],
    ['LV', 'LV40003521600'],
    ['MT', 'MT11679112'],
    ['NL', 'NL004495445B01'],
    ['NL', 'NL000099998B57'],
    ['DE', 'de136695976'],
    ['FR', ' frk7 399 859\u00a0412'],
    ['PL', 'PL8567346215'],
    ['PT', 'PT501964843'],
    ['RO', 'RO18547290'],
    ['SE', 'SE123456789701'],
    ['SI', 'SI50223054'],
    ['SK', 'SK2022749619'],
  ])('of %s may be %s', (country, vatId) => {
    expect(checkVatId(country, vatId)).toBeUndefined()
  })

  test.each([
    ['AT', 'AT13585627', 'without its U'],
    ['AT', 'U13585627', 'without its country'],
    ['AT', 'DE136695976', 'of another country'],
    ['GR', 'EEL094259216', 'with more than its prefix'],
    ['BE', 'BE2428759497', 'that starts with neither 0 nor 1'],
    ['DE', 'DE036695976', 'that starts with 0'],
    ['DE', 'DE13669597', 'too short'],
    ['DE', 'DE1366959766', 'too long'],
    ['DE', 'DE136695976x', 'with something behind it'],
    ['DE', 'DE136/695/976', 'with strokes'],
    ['DE', 'DE\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669', 'in other digits'],
    ['IE', 'IE6433435Z', 'with a letter that no check gives'],
    ['NL', 'NL004495445A01', 'without its B'],
    ['NL', 'NL004495445B00', 'with a suffix that is not given out'],
    ['SE', 'SE123456789702', 'that does not end with 01'],
    ['DE', 'DE', 'that is only a country'],
    ['CH', 'CHE123456789', 'of a country outside the EU'],
    ['GB', 'XI123456789', 'of Northern Ireland'],
    ['', 'DE136695976', 'of no country'],
  ])('billed in %s can not be %s, one %s', (country, vatId) => {
    expect(checkVatId(country, vatId)).toBe('vat-id-invalid')
  })

  test.each([['DE'], ['FR'], ['US'], ['']])('may be left blank in %j', (country) => {
    expect(checkVatId(country, '')).toBeUndefined()
    expect(checkVatId(country, '  ')).toBeUndefined()
  })

  test.each([
    ['BE', 'BE 0123.456.749', 'BE0123456749'],
    ['NL', 'NL 0044.95.445.B.01', 'NL004495445B01'],
    ['NL', 'nl-004495445-b01', 'NL004495445B01'],
    ['PL', 'PL 856-734-62-15', 'PL8567346215'],
    ['PL', 'PL 856–734–62–15', 'PL8567346215'],
    ['SE', 'SE 123456-7897 01', 'SE123456789701'],
    ['ES', 'ES B-58.378.431', 'ESB58378431'],
    ['ES', 'ES-54362315-K', 'ES54362315K'],
    ['DE', 'DE136-695-976', 'DE136695976'],
    ['AT', 'ATU 135.85627', 'ATU13585627'],
    ['GR', 'GR094259216', 'EL094259216'],
    ['GR', 'gr 094.259-216', 'EL094259216'],
    ['GR', 'EL 094 259 216', 'EL094259216'],
    ['IE', 'IE 8+79739-I', 'IE8+79739I'],
  ])('in %s may be written %s', (country, vatId, cleaned) => {
    expect(cleanVatId(vatId)).toBe(cleaned)
    expect(checkVatId(country, vatId)).toBeUndefined()
  })

  test('has one normal form: without spaces, dots and hyphens, in capital letters, otherwise unchanged', () => {
    expect(cleanVatId(' DE 136 695\u00a0976 ')).toBe('DE136695976')
    expect(cleanVatId('ie6433435oa')).toBe('IE6433435OA')
    expect(cleanVatId('de-136.695/976')).toBe('DE136695/976')
    expect(checkVatId('FR', 'FR 40 303 265 045')).toBeUndefined()
  })

  test('is valid in one country at most', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789BUX'), minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...euCountries), digits, (state, rest) => {
        const vatId = state.vatPrefix + rest
        const good = euCountries.filter(({ code }) => checkVatId(code, vatId) === undefined)
        expect(good).toEqual(state.pattern.test(rest) ? [state] : [])
      }),
    )
  })
})

describe('a country', () => {
  test('is one of the 249 of ISO 3166-1, or Kosovo, each once and known to the languages', () => {
    expect(new Set(countryCodes).size).toBe(250)
    expect(countryCodes).toHaveLength(250)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(countryCodes.filter((code) => names.of(code) === undefined)).toEqual([])
  })

  test.each([
    ['DE', true, true],
    ['GR', true, true],
    ['CH', true, false],
    ['GB', true, false],
    ['EL', false, false],
    ['XI', false, false],
    ['EU', false, false],
    ['ZZ', false, false],
    ['de', false, false],
    ['', false, false],
    ['DE FR', false, false],
  ])('%j is one: %s; in the EU: %s', (code, known, inEu) => {
    expect(isCountryCode(code)).toBe(known)
    expect(isEuCountry(code)).toBe(inEu)
  })
})

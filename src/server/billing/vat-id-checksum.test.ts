import { describe, expect, test } from 'vitest'
import { checkVatId, euCountries } from '#domain/tax/vat-id.ts'
import { hasRightCheckDigits } from './vat-id-checksum.ts'

/** Published numbers, and how one digit of each is mistyped where the country's rule can find it. */
const published = {
  AT: 'ATU13585627',
  BE: 'BE0428759497',
  BG: 'BG175074752',
  CY: 'CY10259033P',
  CZ: 'CZ25123891',
  DE: 'DE136695976',
  DK: 'DK13585628',
  EE: 'EE100931558',
  ES: 'ESB58378431',
  FI: 'FI20774740',
  FR: 'FR40303265045',
  GR: 'EL094259216',
  HR: 'HR33392005961',
  HU: 'HU12892312',
  IE: 'IE6433435F',
  IT: 'IT00743110157',
  LT: 'LT119511515',
  LU: 'LU15027442',
  LV: 'LV40003521600',
  MT: 'MT11679112',
  NL: 'NL004495445B01',
  PL: 'PL8567346215',
  PT: 'PT501964843',
  RO: 'RO18547290',
  SE: 'SE123456789701',
  SI: 'SI50223054',
  SK: 'SK2022749619',
} as const
const everyCountry = Object.entries(published)

test('every country of the EU is among them', () => {
  expect(everyCountry.map(([code]) => code).toSorted()).toEqual(
    euCountries.map(({ code }) => code).toSorted(),
  )
})

describe('a VAT id', () => {
  test.each(everyCountry)('of %s that was given out passes: %s', async (country, vatId) => {
    expect(checkVatId(country, vatId)).toBeUndefined()
    expect(await hasRightCheckDigits(country, vatId)).toBe(true)
  })

  test.each(everyCountry)('of %s with a wrong digit does not', async (country, vatId) => {
    const mistyped = vatId.replace(/\d(?=\d{3})/, (digit) => String((Number(digit) + 1) % 10))
    expect(mistyped).not.toBe(vatId)
    expect(await hasRightCheckDigits(country, mistyped)).toBe(false)
  })

  test('is read without its spaces; a blank one and one of elsewhere pass', async () => {
    expect(await hasRightCheckDigits('AT', 'ATU 1358 5627')).toBe(true)
    expect(await hasRightCheckDigits('AT', ' ')).toBe(true)
    expect(await hasRightCheckDigits('CH', 'CHE123')).toBe(true)
  })
})

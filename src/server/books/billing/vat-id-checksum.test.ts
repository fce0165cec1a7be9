import { describe, expect, test } from 'vitest'
import { checkVatId, euCountries } from '#domain/tax/vat-id.ts'
import { someVatIds } from '#support/some-vat-ids.ts'
import { hasRightCheckDigits } from './vat-id-checksum.ts'

const everyCountry = Object.entries(someVatIds).map(([code, ids]) => [code, ids.split(' ')] as const)

test('every country of the EU is among them', () => {
  expect(everyCountry.map(([code]) => code).toSorted()).toEqual(
    euCountries.map(({ code }) => code).toSorted(),
  )
})

/**
 * Errors of one digit that a rule cannot find, in percent. Rules modulo 11 write two remainders as one digit; a
 * Bulgarian person's number follows one of three rules, a Latvian's another than a company's. The suffix of the older
 * Dutch form is no check digit, nor is the digit next to the letter of the newer French one.
 */
const cannotBeFound: Readonly<Record<string, number>> = {
  BG: 20,
  CZ: 2,
  FR: 2.5,
  GR: 2.5,
  LT: 2,
  LV: 0.5,
  NL: 17,
  PT: 2.5,
  RO: 3,
}

describe('a VAT id', () => {
  test.each(everyCountry)('of %s that two other programs hold for valid passes', async (country, ids) => {
    for (const vatId of ids) expect(await isTaken(country, vatId), vatId).toBe(true)
  })

  test.each(everyCountry)('of %s with one wrong digit does not', async (country, ids) => {
    const slips = ids.flatMap(slipsOf)
    const taken: string[] = []
    for (const slip of slips) if (await isTaken(country, slip)) taken.push(slip)
    const percent = (taken.length / slips.length) * 100
    expect(percent, taken.slice(0, 5).join(' ')).toBeLessThanOrEqual(cannotBeFound[country] ?? 0)
  })

  test.each([
    ['BG', 'BG831642181', 'of a company whose number begins with 8'],
    ['LV', 'LV32123456785', 'of a person since 2017'],
    ['NL', 'NL004495445B01', 'in the older form'],
    ['NL', 'NL000099998B57', 'in the form of 2020'],
    ['SK', 'SK1023456786', 'of a person'],
  ])('of %s may be %s, %s', async (country, vatId) => {
    expect(await isTaken(country, vatId)).toBe(true)
  })

  test('is read without its spaces, and in small letters', async () => {
    expect(await hasRightCheckDigits('AT', 'atu 1358 5627')).toBe(true)
    expect(await hasRightCheckDigits('AT', 'atu 1358 5628')).toBe(false)
  })

  test('may be blank, and of elsewhere', async () => {
    expect(await hasRightCheckDigits('AT', ' ')).toBe(true)
    expect(await hasRightCheckDigits('CH', 'CHE123')).toBe(true)
  })
})

/** The checks of screens and calls: form and check digits. */
async function isTaken(country: string, vatId: string): Promise<boolean> {
  return checkVatId(country, vatId) === undefined && (await hasRightCheckDigits(country, vatId))
}

/** All IDs that differ in one digit. */
function slipsOf(vatId: string): string[] {
  return [...vatId].flatMap((sign, at) =>
    /\d/.test(sign)
      ? [...'0123456789']
          .filter((digit) => digit !== sign)
          .map((digit) => vatId.slice(0, at) + digit + vatId.slice(at + 1))
      : [],
  )
}

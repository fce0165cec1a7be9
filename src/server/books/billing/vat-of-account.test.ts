import { describe, expect, test } from 'vitest'
import { testConfig } from '#support/test-app.ts'
import { vatOfAccount } from './vat-of-account.ts'

const now = new Date('2026-11-21T10:00:00Z')

/** The tax of a site with these settings for a private customer, or one with this VAT ID, in a country. */
function vatAt(settings: Record<string, string>, country: string | null, vatId?: string, vatCheck?: unknown) {
  const account = { country, vatId: vatId ?? null, isBusiness: vatId !== undefined, vatCheck }
  const { basisPoints, reverseCharge, note } = vatOfAccount(testConfig(settings), account, now)
  return [basisPoints, reverseCharge, note]
}

const full = { VAT_MODE: 'full' }

test('the simple mode knows one rate, and none for companies elsewhere in the EU', () => {
  expect(vatAt({}, 'DE')).toEqual([1900, false, undefined])
  expect(vatAt({}, 'CH')).toEqual([1900, false, undefined])
  expect(vatAt({}, 'AT', 'ATU12345675')).toEqual([0, true, 'reverse-charge'])
})

test('a seller at home and abroad, before the One Stop Shop', () => {
  expect(vatAt(full, null)).toEqual([1900, false, undefined])
  expect(vatAt(full, 'HU')).toEqual([1900, false, undefined])
  expect(vatAt(full, 'CH')).toEqual([0, false, 'outside-scope'])
  expect(vatAt(full, 'AT', 'ATU12345675')).toEqual([0, true, 'reverse-charge'])
})

test('with the One Stop Shop private customers pay the rate of their country', () => {
  const settings = { ...full, OSS_SINCE: '2026-11-21', THIRD_COUNTRY_VAT: 'standard' }
  expect(vatAt(settings, 'HU')).toEqual([2700, false, undefined])
  expect(vatAt(settings, 'CH')).toEqual([1900, false, undefined])
  expect(vatAt({ ...full, OSS_SINCE: '2026-11-22' }, 'HU')).toEqual([1900, false, undefined])
})

test('a seller elsewhere takes the tax of their country', () => {
  const settings = { ...full, SELLER_COUNTRY: 'FI' }
  expect(vatAt(settings, null)).toEqual([2550, false, undefined])
  expect(vatAt(settings, 'DE', 'DE136695976')).toEqual([0, true, 'reverse-charge'])
})

test('a small business takes none', () => {
  expect(vatAt({ ...full, SMALL_BUSINESS: '1' }, 'DE')).toEqual([0, false, 'small-business'])
})

describe('if the register is queried', () => {
  const asked = { VIES_URL: 'https://vies.example.org' }
  const id = 'ATU12345675'
  const check = (state: string, before?: string) => ({ vatId: id, state, before, checkedAt: now.toJSON() })

  test.each<[string, unknown, boolean]>([
    ['nothing was answered yet', null, false],
    ['the id is known', check('valid'), true],
    ['nobody has it', check('invalid'), false],
    ['it could never be asked', check('unavailable'), false],
    ['it rests, and knew the id before', check('unavailable', 'valid'), true],
    ['it rests, and did not know the id before', check('unavailable', 'invalid'), false],
    ['it knew another id', { ...check('valid'), vatId: 'ATU99999999' }, false],
  ])('%s', (_, answer, reverse) => {
    expect(vatAt(asked, 'AT', id, answer)[1]).toBe(reverse)
  })

  test('an ID that could not be checked is trusted if the operator says so', () => {
    const trusting = { ...asked, VIES_UNAVAILABLE: 'provisional' }
    expect(vatAt(trusting, 'AT', id, null)[1]).toBe(true)
    expect(vatAt(trusting, 'AT', id, check('invalid'))[1]).toBe(false)
  })
})

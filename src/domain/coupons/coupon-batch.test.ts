import { describe, expect, test } from 'vitest'
import { checkCouponBatch, codesOf, isAssociate, mostCodes, namedCodes, typedNumber } from './coupon-batch.ts'

const good = { licenseCount: 2, interval: { value: 1, unit: 'm' }, codes: ['ABC-1', 'ABC-2'] }
const faultsOf = (change: object) => {
  const faults = Object.entries(checkCouponBatch({ ...good, ...change }))
  return Object.fromEntries(faults.map(([field, { fault }]) => [field, fault]))
}
const numbered = (count: number, length = 5) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(length, '0'))

describe('a batch of coupons', () => {
  test.each([
    {},
    { licenseCount: 100_000 },
    { interval: { value: 100, unit: 'y' } },
    { interval: { value: 36_500, unit: 'd' } },
    { interval: { value: 1, unit: 'w' } },
    { associate: 'Acme' },
    { maxUsages: 1 },
    { maxUsages: 1_000_000 },
    { validUntil: '2020-01-01' },
    { validUntil: '2028-02-29' },
    { validUntil: '2029-12-31' },
    { codes: numbered(mostCodes.count, mostCodes.characters / mostCodes.count) },
  ])('may have %j', (change) => expect(checkCouponBatch({ ...good, ...change })).toStrictEqual({}))

  test.each<[object, object]>([
    [{ licenseCount: 0 }, { licenseCount: 'coupon-license-count' }],
    [{ licenseCount: -1 }, { licenseCount: 'coupon-license-count' }],
    [{ licenseCount: 1.5 }, { licenseCount: 'coupon-license-count' }],
    [{ licenseCount: Number.NaN }, { licenseCount: 'coupon-license-count' }],
    [{ licenseCount: 100_001 }, { licenseCount: 'coupon-number-large' }],
    [{ interval: { value: 0, unit: 'm' } }, { 'interval.value': 'coupon-interval-value' }],
    [{ interval: { value: 1, unit: '' } }, { 'interval.unit': 'coupon-interval-unit' }],
    [
      { interval: { value: Number.NaN, unit: 'month' } },
      { 'interval.value': 'coupon-interval-value', 'interval.unit': 'coupon-interval-unit' },
    ],
    [{ interval: { value: 40_000, unit: '' } }, { 'interval.unit': 'coupon-interval-unit' }],
    [{ interval: { value: 101, unit: 'y' } }, { 'interval.value': 'interval-long' }],
    [{ interval: { value: 1_201, unit: 'm' } }, { 'interval.value': 'interval-long' }],
    [{ associate: 'abc' }, { associate: 'coupon-associate' }],
    [{ associate: 'Acme & Sons' }, { associate: 'coupon-associate' }],
    [{ maxUsages: 0 }, { maxUsages: 'coupon-max-usages' }],
    [{ maxUsages: 1_000_001 }, { maxUsages: 'coupon-number-large' }],
    [{ validUntil: '2027-02-29' }, { validUntil: 'coupon-valid-until' }],
    [{ validUntil: '2026-13-01' }, { validUntil: 'coupon-valid-until' }],
    [{ validUntil: '2019-12-31' }, { validUntil: 'coupon-valid-until' }],
    [{ validUntil: '2030-01-01' }, { validUntil: 'coupon-valid-until' }],
    [{ validUntil: '2026-1-1' }, { validUntil: 'coupon-valid-until' }],
    [{ validUntil: '1.2.2026' }, { validUntil: 'coupon-valid-until' }],
    [{ codes: [] }, { codes: 'coupon-codes-missing' }],
    [{ codes: numbered(mostCodes.count + 1) }, { codes: 'coupon-codes-many' }],
    [{ codes: numbered(1_000, 76) }, { codes: 'coupon-codes-many' }],
  ])('can not have %j', (change, faults) => expect(faultsOf(change)).toEqual(faults))

  test('has at most 5,000 codes of 75,000 characters together', () => {
    expect(mostCodes).toEqual({ count: 5000, characters: 75_000 })
  })

  test('names the codes that can be none', () => {
    expect(checkCouponBatch({ ...good, codes: ['abc', 'a', 'b!'] }).codes).toEqual({
      fault: 'coupon-codes-strange',
      codes: ['a', 'b!'],
    })
    expect(checkCouponBatch({ ...good, codes: ['b!'] }).codes).toMatchObject({ codes: ['b!'] })
    expect(checkCouponBatch({ ...good, codes: ['abc', 'ABC'] }).codes).toMatchObject({ codes: ['abc'] })
  })

  test('reports duplicate codes, whatever their spelling', () => {
    const codes = ['Wel come', 'other', 'WELCOME', 'welcome', 'third', 'Third']
    expect(checkCouponBatch({ ...good, codes }).codes).toEqual({
      fault: 'coupon-codes-twice',
      codes: ['Wel come', 'third'],
    })
  })
})

test.each(['Acme', 'acme', 'A b c', 'shop+1_2.x-y', '1234', '  Acme  ', 'x'.repeat(100)])(
  '%j is an associate',
  (text) => expect(isAssociate(text)).toBe(true),
)
test.each(['', 'abc', ' abc ', 'Müller', 'a;bc', 'ab\ncd', 'x'.repeat(101)])('%j is no associate', (text) =>
  expect(isAssociate(text)).toBe(false),
)

test.each<[string, string[]]>([
  ['', []],
  ['  \n \r\n', []],
  ['one', ['one']],
  [' one \r\ntwo words\n\nthree\n', ['one', 'two words', 'three']],
])('%j has the codes %j', (text, codes) => expect(codesOf(text)).toEqual(codes))

test.each<[string, number]>([
  ['1', 1],
  [' 25 ', 25],
  ['+3', 3],
  ['007', 7],
  ['0', 0],
  ['', Number.NaN],
  ['-1', Number.NaN],
  ['1.5', Number.NaN],
  ['1e3', Number.NaN],
  ['one', Number.NaN],
  ['1234567890123456', Number.NaN],
])('%j is the number %s', (text, value) => expect(typedNumber(text)).toBe(value))

test('of many codes the first five are named', () => {
  expect(namedCodes(['a1b'])).toBe('a1b')
  expect(namedCodes(numbered(5, 3))).toBe('000, 001, 002, 003, 004')
  expect(namedCodes(numbered(6, 3))).toBe('000, 001, 002, 003, 004, …')
  expect(namedCodes(['x'.repeat(40)])).toBe('x'.repeat(40))
  expect(namedCodes(['x'.repeat(41)])).toBe(`${'x'.repeat(40)}…`)
  expect(namedCodes(['x'.repeat(100)])).toBe(`${'x'.repeat(40)}…`)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteRange, rangeApplies } from './byte-range.ts'

describe('a Range header over 1,000 bytes', () => {
  test.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=0-499', { first: 0, last: 499 }],
    ['bytes=500-999', { first: 500, last: 999 }],
    ['bytes=999-', { first: 999, last: 999 }],
    ['bytes=0-', { first: 0, last: 999 }],
    ['bytes=900-5000', { first: 900, last: 999 }],
    ['bytes=900-99999999999999999999999999', { first: 900, last: 999 }],
    [`bytes=1-${'9'.repeat(400)}`, { first: 1, last: 999 }],
    ['bytes=-1', { first: 999, last: 999 }],
    ['bytes=-1000', { first: 0, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['bytes=0007-0009', { first: 7, last: 9 }],
    ['BYTES=1-2', { first: 1, last: 2 }],
    ['bytes=,1-2,', { first: 1, last: 2 }],
    ['bytes= 1-2 ', { first: 1, last: 2 }],
  ])('%s is satisfied', (header, range) => {
    expect(byteRange(header, 1000)).toEqual(range)
  })

  test.each([['bytes=1000-'], ['bytes=1000-1001'], [`bytes=${'9'.repeat(400)}-`], ['bytes=-0']])(
    '%s cannot be satisfied',
    (header) => {
      expect(byteRange(header, 1000)).toBe('unsatisfiable')
    },
  )

  test.each([
    [undefined],
    [''],
    ['bytes'],
    ['bytes='],
    ['bytes=,'],
    ['bytes=-'],
    ['bytes=5'],
    ['bytes=9-5'],
    ['bytes=a-b'],
    ['bytes=1.5-2'],
    ['bytes=--1'],
    ['bytes=0x1-0x2'],
    ['bytes=+1-2'],
    ['seconds=0-5'],
    ['bytes: 0-5'],
    ['bytes=0-1,5-6'],
    ['bytes=0-1, -5'],
  ])('%s is ignored: broken, another unit or several ranges', (header) => {
    expect(byteRange(header, 1000)).toBe('whole')
  })
})

describe('an empty file', () => {
  test.each([
    ['bytes=0-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-5', 'whole'],
    [undefined, 'whole'],
  ])('%s', (header, answer) => {
    expect(byteRange(header, 0)).toBe(answer)
  })
})

test('the range is within the file for any header', () => {
  const number = fc.oneof(fc.nat(3000), fc.constant(''), fc.maxSafeNat())
  const header = fc.oneof(
    fc.string(),
    fc.tuple(number, number).map(([from, to]) => `bytes=${from}-${to}`),
  )
  fc.assert(
    fc.property(header, fc.nat(2000), (text, size) => {
      const range = byteRange(text, size)
      if (typeof range === 'string') return
      expect(range.first).toBeGreaterThanOrEqual(0)
      expect(range.last).toBeGreaterThanOrEqual(range.first)
      expect(range.last).toBeLessThan(size)
    }),
  )
})

test.each([
  ['without If-Range the range applies', undefined, true],
  ['with the same strong tag the range applies', '"abc"', true],
  ['with another tag the whole film is sent', '"abd"', false],
  ['a weak tag never matches', 'W/"abc"', false],
  ['a date never matches', 'Wed, 21 Oct 2026 07:28:00 GMT', false],
])('%s', (_, ifRange, applies) => {
  expect(rangeApplies(ifRange, '"abc"')).toBe(applies)
})

import { expect, test } from 'vitest'
import { checkMoneyOff, whyNotForAccount } from './money-off-terms.ts'

test.each([
  [{ percent: 1, offCents: null, periods: null }, {}],
  [{ percent: 100, offCents: null, periods: 1 }, {}],
  [{ percent: null, offCents: 1, periods: 120 }, {}],
  [{ percent: null, offCents: 1_000_000, periods: null }, {}],
  [{ percent: null, offCents: null, periods: null }, { off: 'money-off-value' }],
  [{ percent: 10, offCents: 10, periods: null }, { off: 'money-off-value' }],
  [{ percent: 0, offCents: null, periods: null }, { off: 'money-off-value' }],
  [{ percent: 101, offCents: null, periods: null }, { off: 'money-off-value' }],
  [{ percent: 1.5, offCents: null, periods: null }, { off: 'money-off-value' }],
  [{ percent: null, offCents: 1_000_001, periods: null }, { off: 'money-off-value' }],
  [{ percent: 10, offCents: null, periods: 0 }, { periods: 'money-off-periods' }],
  [{ percent: 10, offCents: null, periods: 121 }, { periods: 'money-off-periods' }],
])('%j has the faults %j', (terms, faults) => expect(checkMoneyOff(terms)).toEqual(faults))

test.each([
  [false, { paying: false, periodIndex: 0 }, undefined],
  [false, { paying: false, periodIndex: 3 }, undefined],
  [true, { paying: false, periodIndex: 0 }, undefined],
  [true, { paying: false, periodIndex: 1 }, 'coupon-first-time'],
  [false, { paying: true, periodIndex: 1 }, 'coupon-while-paying'],
])('a coupon with firstTime %s, for an account with %j: %s', (firstTime, account, why) => {
  expect(whyNotForAccount({ firstTime }, account)).toBe(why)
})

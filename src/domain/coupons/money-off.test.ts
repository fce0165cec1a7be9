import { describe, expect, test } from 'vitest'
import { loweredPrice, type MoneyOff, planAfterPeriod, planForInterval } from './money-off.ts'

const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const
const coupon = (change: Partial<MoneyOff>): MoneyOff => ({
  code: 'SPRING',
  percent: null,
  offCents: null,
  periods: null,
  intervals: null,
  ...change,
})

test.each<[number, Partial<MoneyOff>, number]>([
  [1000, { percent: 20 }, 800],
  [1000, { percent: 100 }, 0],
  // half a cent is rounded up
  [733, { percent: 50 }, 367],
  [1000, { offCents: 300 }, 700],
  [1000, { offCents: 1000 }, 0],
  // at most the price
  [1000, { offCents: 5000 }, 0],
  // less than a card can be charged with is nothing
  [1000, { offCents: 950 }, 50],
  [1000, { offCents: 951 }, 0],
  [1000, { percent: 95 }, 50],
  [980, { percent: 95 }, 0],
  [1000, { percent: 20, intervals: [year] }, 1000],
  [1000, { percent: 20, intervals: [year, month] }, 800],
])('%i cents with %j are %i', (cents, change, lower) => {
  expect(loweredPrice(cents, coupon(change), month)).toBe(lower)
})

test('a price without a coupon is unchanged', () => expect(loweredPrice(10, undefined, month)).toBe(10))

describe('the plan', () => {
  const plan = (change: Partial<MoneyOff>) => ({ id: 'plan', coupon: coupon(change) })

  test.each([
    [null, null],
    [3, 2],
    [2, 1],
  ])('of the period after one of %s has a coupon for %s', (periods, left) => {
    expect(planAfterPeriod(plan({ periods }))).toEqual(plan({ periods: left }))
  })

  test('of the period after the last one has none', () => {
    expect(planAfterPeriod(plan({ periods: 1 })).coupon).toBeUndefined()
    expect(planAfterPeriod({ coupon: undefined })).toEqual({ coupon: undefined })
  })

  test('of an interval has only a coupon for that interval', () => {
    expect(planForInterval(plan({ intervals: [year] }), month).coupon).toBeUndefined()
    expect(planForInterval(plan({ intervals: [year] }), year)).toEqual(plan({ intervals: [year] }))
    expect(planForInterval(plan({}), month)).toEqual(plan({}))
  })
})

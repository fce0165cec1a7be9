import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  centsAMonth,
  cheaperInterval,
  cheaperUsers,
  cheapestMonth,
  discountFor,
  fewestUsers,
  intervalPrice,
  monthlyPrice,
  mostUsers,
  type PricingPlan,
  plans,
  priceSets,
  savedCents,
  shownAtFirst,
  tierOf,
  unitConversion,
  userRanges,
} from './pricing.ts'

const { launch, pandemic2020 } = priceSets

function discount(plan: PricingPlan, length: string) {
  const found = plan.intervals.find(({ interval }) => `${interval.value}${interval.unit}` === length)
  if (!found) throw new Error(`${plan.id} is not sold for ${length}`)
  return found
}

describe('the price sets', () => {
  test('launch sells plan 2, pandemic2020 plan 1', () => {
    expect([launch.id, pandemic2020.id]).toEqual(['plan-2', 'plan-1'])
  })

  test('plan 1 costs 5 a user and month, plan 2 costs 10', () => {
    expect([pandemic2020.basePriceCents, launch.basePriceCents]).toEqual([500, 1000])
  })

  test('every plan starts at one user and one month for the full price', () => {
    for (const plan of plans) {
      expect(plan.currency).toBe('EUR')
      expect(plan.userTiers[0]).toEqual({ fromUsers: 1, percent: 100 })
      expect(plan.intervals[0]).toEqual({ interval: { value: 1, unit: 'm' }, percent: 100 })
    }
  })
})

describe('a month of plan 1 for', () => {
  test.each([
    [1, '1m', 500],
    [9, '1m', 4500],
    [10, '1m', 4500],
    [19, '1m', 8550],
    [20, '1m', 8000],
    [60, '1m', 24_000],
    [1, '6m', 450],
    [10, '6m', 4050],
    [1, '1y', 400],
    [20, '1y', 6400],
  ])('%i users, paid every %s, costs %i cents', (users, length, cents) => {
    expect(monthlyPrice(pandemic2020, users, discount(pandemic2020, length))).toBe(cents)
  })
})

describe('a month of plan 2 for', () => {
  test.each([
    [1, '1m', 1000],
    [4, '1m', 4000],
    [5, '1m', 4500],
    [14, '1m', 12_600],
    [15, '1m', 12_000],
    [49, '1m', 39_200],
    [50, '1m', 35_000],
    [60, '1m', 42_000],
    [1, '3m', 900],
    [12, '3m', 9720],
    [1, '1y', 800],
    [50, '1y', 28_000],
  ])('%i users, paid every %s, costs %i cents', (users, length, cents) => {
    expect(monthlyPrice(launch, users, discount(launch, length))).toBe(cents)
  })
})

describe('the amount charged at once', () => {
  test.each([
    [1, '1m', 1000],
    [1, '3m', 2700],
    [1, '1y', 9600],
    [15, '3m', 32_400],
  ])('for %i users of plan 2, every %s, is %i cents', (users, length, cents) => {
    expect(intervalPrice(launch, users, discount(launch, length))).toBe(cents)
  })

  test('four weeks are a month, and so are 28 days', () => {
    const month = intervalPrice(launch, 7, { interval: { value: 1, unit: 'm' }, percent: 100 })
    expect(intervalPrice(launch, 7, { interval: { value: 4, unit: 'w' }, percent: 100 })).toBe(month)
    expect(intervalPrice(launch, 7, { interval: { value: 28, unit: 'd' }, percent: 100 })).toBe(month)
  })

  test('a third of a cent is not charged, half a cent is', () => {
    const cheap = { ...launch, basePriceCents: 7 }
    expect(intervalPrice(cheap, 1, { interval: { value: 1, unit: 'w' }, percent: 100 })).toBe(2)
    expect(
      intervalPrice({ ...launch, basePriceCents: 2 }, 1, { interval: { value: 1, unit: 'w' }, percent: 100 }),
    ).toBe(1)
    expect(
      intervalPrice({ ...launch, basePriceCents: 9 }, 1, { interval: { value: 1, unit: 'd' }, percent: 100 }),
    ).toBe(0)
  })
})

test('one user pays from 8 a month on plan 2, from 4 on plan 1', () => {
  expect([cheapestMonth(launch), cheapestMonth(pandemic2020)]).toEqual([800, 400])
})

test("a tier's percentage applies to all users of the account", () => {
  expect(tierOf(launch, 4).percent).toBe(100)
  expect(tierOf(launch, 5).percent).toBe(90)
  expect(monthlyPrice(launch, 5, discount(launch, '1m'))).toBe(5 * 1000 * 0.9)
})

test('ranges meet without a gap, and the last is open', () => {
  expect(userRanges(launch)).toEqual([
    { from: 1, to: 4, percent: 100 },
    { from: 5, to: 14, percent: 90 },
    { from: 15, to: 49, percent: 80 },
    { from: 50, to: undefined, percent: 70 },
  ])
})

describe('where more users cost less', () => {
  test.each([
    [14, 15],
    [13, undefined],
    [49, 50],
    [4, undefined],
    [60, undefined],
  ])('%i users of plan 2 are offered %s', (users, cheaper) => {
    expect(cheaperUsers(launch, users, discount(launch, '1m'))).toBe(cheaper)
  })

  test('the same price is no saving: 9 and 10 users of plan 1 both cost 45', () => {
    expect(cheaperUsers(pandemic2020, 9, discount(pandemic2020, '1m'))).toBeUndefined()
  })

  test('following the advice costs less, and only then it is given', () => {
    fc.assert(
      fc.property(aPlan(), someUsers(), fc.nat(2), (plan, users, which) => {
        const chosen = plan.intervals[which] ?? discount(plan, '1m')
        const advised = cheaperUsers(plan, users, chosen)
        const all = Array.from({ length: mostUsers - users }, (_, more) => users + more + 1)
        const cheapest = Math.min(...all.map((count) => monthlyPrice(plan, count, chosen)))
        const price = monthlyPrice(plan, users, chosen)
        if (advised === undefined) expect(cheapest).toBeGreaterThanOrEqual(price)
        else expect(monthlyPrice(plan, advised, chosen)).toBeLessThan(price)
      }),
    )
  })
})

describe('a graduated plan', () => {
  const graduated: PricingPlan = { ...launch, tiers: 'graduated' }
  test.each([
    [1, 1000],
    [4, 4000],
    // 4 x 10, 1 x 9
    [5, 4900],
    [14, 13_000],
    [15, 13_800],
    // 40 + 90 + 35 x 8 + 1 x 7
    [50, 41_700],
  ])('%i users cost %i cents a month', (users, cents) => {
    expect(monthlyPrice(graduated, users, discount(graduated, '1m'))).toBe(cents)
  })

  test('never costs less for more users, so that it never advises more', () => {
    fc.assert(
      fc.property(aPlan(), someUsers(), (plan, users) => {
        const steps: PricingPlan = { ...plan, tiers: 'graduated' }
        const month = discount(steps, '1m')
        expect(monthlyPrice(steps, users + 1, month)).toBeGreaterThan(monthlyPrice(steps, users, month))
        expect(cheaperUsers(steps, users, month)).toBeUndefined()
        expect(monthlyPrice(steps, users, month)).toBeGreaterThanOrEqual(monthlyPrice(plan, users, month))
      }),
    )
  })
})

test('an interval is found as the plan sells it, and only then', () => {
  expect(discountFor(launch, { value: 3, unit: 'm' })?.percent).toBe(90)
  expect(discountFor(launch, { value: 6, unit: 'm' })).toBeUndefined()
  expect(discountFor(launch, { value: 12, unit: 'm' })).toBeUndefined()
})

test('the hint names the next longer interval, and none for the longest', () => {
  expect(cheaperInterval(launch, discount(launch, '1m'))).toEqual(discount(launch, '3m'))
  expect(cheaperInterval(launch, discount(launch, '3m'))).toEqual(discount(launch, '1y'))
  expect(cheaperInterval(launch, discount(launch, '1y'))).toBeUndefined()
})

test('prices are whole cents, more than nothing, and a longer interval never costs more a month', () => {
  fc.assert(
    fc.property(aPlan(), someUsers(), (plan, users) => {
      const months = plan.intervals.map((chosen) => monthlyPrice(plan, users, chosen))
      for (const cents of months) expect(Number.isSafeInteger(cents) && cents > 0).toBe(true)
      expect(months).toEqual([...months].sort((a, b) => b - a))
      for (const chosen of plan.intervals) {
        const price = intervalPrice(plan, users, chosen)
        const count = chosen.interval.value * (chosen.interval.unit === 'y' ? 12 : 1)
        expect(Math.abs(price - count * monthlyPrice(plan, users, chosen))).toBeLessThanOrEqual(count / 2)
      }
    }),
  )
})

function aPlan() {
  return fc.constantFrom(...plans)
}

function someUsers() {
  return fc.integer({ min: fewestUsers, max: mostUsers })
}

test('units are converted as product.md section 9 says', () => {
  expect(unitConversion).toEqual({
    monthsPerWeek: 0.25,
    yearsPerMonth: 1 / 12,
    weeksPerYear: 52,
    monthsPerYear: 12,
    secondsPerHour: 3600,
    secondsPerMinute: 60,
  })
})

test('before a choice, the price is of the shortest interval, with VAT', () => {
  const prices = [1, 10].map((users) => [shownAtFirst(launch, users, 19), shownAtFirst(launch, users, 0)])
  expect(prices).toEqual([
    [1190, 1000],
    [10710, 9000],
  ])
})

test.each([
  [
    'a year instead of twelve months',
    { value: 1, unit: 'y' },
    34_272,
    { value: 1, unit: 'm' },
    3570,
    8568,
    2856,
  ],
  ['three months instead of three', { value: 3, unit: 'm' }, 3213, { value: 1, unit: 'm' }, 1190, 357, 1071],
  ['a month instead of four weeks', { value: 1, unit: 'm' }, 1190, { value: 1, unit: 'w' }, 300, 10, 1190],
  ['the same', { value: 1, unit: 'm' }, 1190, { value: 1, unit: 'm' }, 1190, 0, 1190],
  ['what is dearer saves nothing', { value: 1, unit: 'y' }, 20_000, { value: 1, unit: 'm' }, 1190, 0, 1667],
] as const)('%s', (_, interval, cents, otherInterval, otherCents, saved, monthly) => {
  expect(savedCents({ interval, cents }, { interval: otherInterval, cents: otherCents })).toBe(saved)
  expect(centsAMonth({ interval, cents })).toBe(monthly)
})

import { expect, test } from 'vitest'
import { priceSets } from '#domain/pricing.ts'
import { quotePrice } from './price-quote.ts'

const { launch } = priceSets

test('a quote has the price of the interval, of a month, the tax and the percentages', () => {
  expect(quotePrice(launch, 12, { value: 3, unit: 'm' }, 1900)).toEqual({
    netCents: 29_160,
    vatBasisPoints: 1900,
    vatCents: 5540,
    grossCents: 34_700,
    monthlyNetCents: 9720,
    percentOfTier: 90,
    percentOfInterval: 90,
  })
})

test('hints at more users that cost less', () => {
  expect(quotePrice(launch, 14, { value: 1, unit: 'm' }, 0)).toMatchObject({
    grossCents: 12_600,
    cheaperNext: { users: 15, monthlyNetCents: 12_000 },
  })
  expect(quotePrice(launch, 15, { value: 1, unit: 'm' }, 0)).not.toHaveProperty('cheaperNext')
})

test('no quote exists for an interval that is not sold', () => {
  expect(quotePrice(launch, 1, { value: 6, unit: 'm' }, 1900)).toBeUndefined()
})

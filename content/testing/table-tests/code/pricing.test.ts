import { expect, test } from 'vitest'
import { pricePerUser } from './pricing.ts'

test.each([
  [1, 900, 'the list price'],
  [9, 900, 'one below the first tier'],
  [10, 800, 'the first tier begins'],
  [49, 800, 'and ends'],
  [50, 700, 'the second tier begins'],
])('team of %i: %i cents, %s', (users, cents) => {
  expect(pricePerUser(users)).toBe(cents)
})

import { expect, test } from 'vitest'
import { pricePerUser } from './pricing.ts'

test.each([
  { users: 1, cents: 900, why: 'the list price' },
  { users: 9, cents: 900, why: 'one below the first tier' },
  { users: 10, cents: 800, why: 'the first tier begins' },
  { users: 49, cents: 800, why: 'and ends' },
  { users: 50, cents: 700, why: 'the second tier begins' },
])('$cents cents each for $users: $why', ({ users, cents }) => {
  expect(pricePerUser(users)).toBe(cents)
})

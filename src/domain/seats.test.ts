import { describe, expect, test } from 'vitest'
import { seatsFor } from './seats.ts'

describe('seats for users', () => {
  test.each([
    ['trial', 1, 1, 'fits'],
    ['trial', 1, 2, 'card-needed'],
    ['prepaid', 5, 5, 'fits'],
    ['prepaid', 5, 6, 'card-needed'],
    ['active', 5, 5, 'fits'],
    ['active', 5, 6, 'price-change'],
    ['pending-expiry', 5, 5, 'fits'],
    ['pending-expiry', 5, 6, 'no-seat'],
    ['cancelled', 5, 1, 'card-needed'],
    ['cancelled', 5, 6, 'card-needed'],
  ] as const)('%s with %i licences and %i users: %s', (status, licenseCount, users, answer) => {
    expect(seatsFor({ status, licenseCount }, users)).toBe(answer)
  })

  test('an account that never had a subscription needs a card', () => {
    expect(seatsFor(undefined, 1)).toBe('card-needed')
  })
})

import { describe, expect, test } from 'vitest'
import { licensesFor, seatsFor } from './seats.ts'

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

  test.each([
    ['trial', 'fits'],
    ['prepaid', 'price-change'],
    ['active', 'price-change'],
    ['pending-expiry', 'no-seat'],
    ['cancelled', 'subscription-needed'],
  ] as const)('a card on file allows %s more: %s', (status, answer) => {
    expect(seatsFor({ status, licenseCount: 5, card: true }, 6)).toBe(answer)
  })

  test('an account that never had a subscription needs a card', () => {
    expect(seatsFor(undefined, 1)).toBe('card-needed')
  })
})

describe('licences for users', () => {
  test.each([
    ['active', 5, 5, 6, 6],
    ['active', 5, 5, 4, 4],
    ['active', 5, 3, 5, 5],
    ['active', 5, 3, 2, 2],
    ['active', 5, 3, 3, 5],
    // a team that lost seats is not charged for them when a user is removed
    ['active', 5, 9, 8, 5],
    ['active', 5, 9, 10, 10],
    ['active', 5, 9, 9, 5],
    ['trial', 3, 3, 2, 2],
    ['trial', 3, 3, 4, 4],
    ['prepaid', 5, 5, 4, 5],
    ['prepaid', 5, 5, 7, 7],
    ['pending-expiry', 5, 5, 4, 5],
    ['cancelled', 5, 5, 4, 5],
  ] as const)(
    '%s with %i licences, from %i users to %i: %i',
    (status, licenseCount, before, after, licenses) => {
      expect(licensesFor({ status, licenseCount }, { before, after })).toBe(licenses)
    },
  )
})

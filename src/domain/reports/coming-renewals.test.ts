import { expect, test } from 'vitest'
import { called } from '#support/billing-states.ts'
import { comingRenewals } from './coming-renewals.ts'

// The lives of tests/money-lives.test.ts compare it with an independent oracle.
const told = (name: string) => {
  const { state } = called(name)
  const coming = comingRenewals(state, 3, { graceDays: 10, zone: 'UTC' })
  return coming.map(({ at, kind, netCents, seats }) => [at.toISOString().slice(0, 10), kind, netCents, seats])
}

test.each([
  'none: e-mail not confirmed yet',
  'cancelled',
  'active: past due, soft',
  'active: action required',
])('%s: nothing is certain', (name) => expect(told(name)).toEqual([]))

test('a subscription is renewed again and again, and a pause puts off its next period', () => {
  const renewed = (...days: string[]) => days.map((day) => [day, 'renewed', 3000, 3])
  expect(told('active: first period')).toEqual(
    renewed('2026-12-21', '2027-01-21', '2027-02-21', '2027-03-21'),
  )
  expect(told('active: a pause of 2 months is ahead')).toEqual([
    ['2026-12-21', 'paused', 3000, 3],
    ...renewed('2027-02-21', '2027-03-21', '2027-04-21', '2027-05-21', '2027-06-21'),
  ])
})

test.each([
  ['pending-expiry: paid', 'cancelled'],
  ['trial: without a card', 'trial'],
  ['prepaid: by the admin', 'granted'],
])('%s: the time ends, and nothing follows', (name, kind) => {
  expect(told(name).map((one) => one[1])).toEqual([kind])
})

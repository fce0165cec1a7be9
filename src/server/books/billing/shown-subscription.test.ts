import { expect, test } from 'vitest'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { day, situations } from '#support/billing-states.ts'
import { testConfig } from '#support/test-app.ts'
import { comingOf } from './shown-subscription.ts'

const config = testConfig({})
const buyer = { country: 'DE', vat_id: null, is_business: false, vat_check: null }

function stateIn(name: string): SubscriptionState {
  const situation = situations[name]
  if (!situation) throw new Error(`there is no situation ${name}`)
  return situation.state
}

/** The subscription as an account holder sees it in a situation, from the stored state. */
function shownIn(name: string) {
  const state = stateIn(name)
  const stored = { state: JSON.parse(JSON.stringify(state)), version: state.version, users: 3 }
  return comingOf(config, stored, buyer, day('2026-12-22'))
}

test('a renewal that was declined says how much, when it is tried again and when the access ends', () => {
  // declined on 21 December at noon: tried on the days 1, 3, 5 and 7 after, within 10 days of grace
  expect(shownIn('active: past due, soft').overdue).toEqual({
    grossCents: 3570,
    nextTryAt: '2026-12-22T12:00:00.000Z',
    accessEndsAt: '2026-12-31T00:00:00.000Z',
    mayTryAgain: true,
  })
})

test.each(['active: past due, hard', 'active: action required'] as const)(
  '%s: it is the card holder that has to do something',
  (name) => {
    expect(shownIn(name).overdue).toEqual({
      grossCents: 3570,
      accessEndsAt: '2026-12-31T00:00:00.000Z',
      mayTryAgain: false,
    })
  },
)

test.each([
  'active: first period',
  'active: renewal on its way',
  'active: renewal unknown',
  'active: more users, waiting for the bank',
  'trial: followed by a plan',
  'pending-expiry: paid',
  'cancelled',
] as const)('%s: nothing is overdue', (name) => {
  expect(shownIn(name)).not.toHaveProperty('overdue')
})

test('the price of a period is shown before credit', () => {
  const state = stateIn('active: first period')
  const rich = { state: JSON.parse(JSON.stringify({ ...state, creditCents: 1000 })), version: 1, users: 3 }
  expect(comingOf(config, rich, buyer, day('2026-11-26'))).toMatchObject({
    nextCharge: { grossCents: 2570 },
    nextPeriodGrossCents: 3570,
  })
  expect(shownIn('pending-expiry: paid')).not.toHaveProperty('nextPeriodGrossCents')
})

test('the charge after a grant is for all users of the account', () => {
  expect(shownIn('prepaid: followed by a plan')).toMatchObject({
    nextCharge: { grossCents: 3570 },
    nextPeriodGrossCents: 3570,
  })
})

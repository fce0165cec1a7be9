import { describe, expect, it } from 'vitest'
import { active, answered, called, day, none } from '#support/billing-states.ts'
import {
  changePayment,
  healthOf,
  isOverdue,
  isRunning,
  noSubscription,
  type Payment,
  paidLicenses,
  priceFor,
  type SubscriptionState,
} from './state.ts'

const late = called('active: past due, soft').state
const inState = (state: Partial<SubscriptionState['openCharge'] & object>): SubscriptionState => ({
  ...late,
  openCharge: late.openCharge && { ...late.openCharge, ...state },
})

describe('the payment health', () => {
  it.each([
    ['nothing is open', active.state, 'ok'],
    ['users are being bought', answered(called('active: more users on their way'), 'unknown').state, 'ok'],
    ['a renewal is on its way', called('active: renewal on its way').state, 'ok'],
    ['a renewal was declined', late, 'past-due'],
    ['a renewal has no card', inState({ state: 'created', firstDeclinedAt: null }), 'past-due'],
    ['a declined renewal is tried again', inState({ state: 'submitted' }), 'past-due'],
    ['the bank asks for it', inState({ state: 'needs-action' }), 'action-required'],
    ['the provider thinks about it', inState({ state: 'processing' }), 'unknown'],
    ['nobody knows how a renewal went', inState({ state: 'unknown' }), 'unknown'],
    ['what is not active', { ...late, status: 'pending-expiry' } as const, 'ok'],
  ])('where %s: %s', (_, state, health) => {
    expect(healthOf(state)).toBe(health)
    expect(isOverdue(state)).toBe(health === 'past-due' || health === 'action-required')
  })
})

it('an account that never had a subscription has one licence, and neither periods nor credit', () => {
  expect(noSubscription(true)).toMatchObject({
    licenseCount: 1,
    includedLicenses: 0,
    periodIndex: 0,
    term: 0,
    creditCents: 0,
    periodCreditCents: 0,
    version: 1,
  })
})

it('an ended subscription never runs, nor one that never began', () => {
  expect(isRunning(called('cancelled').state, day('2026-12-01'))).toBe(false)
  expect(isRunning(none.state, none.now)).toBe(false)
})

it('the users that are paid for are those that nothing includes', () => {
  expect(paidLicenses({ ...active.state, licenseCount: 5, includedLicenses: 2 })).toBe(3)
})

it('changes one payment, of the running period or an earlier one, and no other', () => {
  const [paid] = active.state.payments as [Payment]
  const state = {
    ...active.state,
    payments: [paid, { ...paid, key: 'seats-2' }],
    replacedPayments: [
      { ...paid, key: 'period-0', contractAt: null },
      { ...paid, key: 'seats-1', contractAt: null },
    ],
  }
  const backOf = (key: string | undefined) => {
    const { payments, replacedPayments } = changePayment(state, key, (one) => ({ ...one, refundedCents: 7 }))
    return [...replacedPayments, ...payments].flatMap((one) => (one.refundedCents === 7 ? [one.key] : []))
  }
  expect([backOf('seats-1'), backOf('seats-2'), backOf('seats-3'), backOf(undefined)]).toEqual([
    ['seats-1'],
    ['seats-2'],
    [],
    [],
  ])
})

it('an interval that is not sold has no price', () => {
  const plan = active.state.plan
  expect(() => plan && priceFor(plan, 3, { value: 6, unit: 'm' })).toThrow(/^plan-2 is not sold for 6m$/)
})

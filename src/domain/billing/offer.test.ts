import { describe, expect, it, test } from 'vitest'
import { active, after, confirming, context, decideAt, none, subscribing } from '#support/billing-states.ts'
import { offerFor } from './offer.ts'
import type { SubscriptionState } from './state.ts'

const trial = after(none, confirming)
const trialEnd = trial.state.until ?? trial.now

const offer = (state: SubscriptionState, now: Date, change: object = {}) =>
  offerFor(state, { ...subscribing, ...change }, { ...context, now })

describe('an offer', () => {
  it('of a first subscription is charged at once, for the users of the account', () => {
    expect(offer(none.state, none.now)).toMatchObject({
      users: 3,
      priceCents: 3000,
      vatCents: 570,
      creditCents: 0,
      dueCents: 3570,
      chargedAt: null,
      extendedAt: new Date('2026-12-21T00:00:00Z'),
    })
  })

  it('during a trial is charged when that ends, for the users that it has', () => {
    expect(offer(trial.state, trial.now)).toMatchObject({
      users: 1,
      dueCents: 1190,
      chargedAt: trialEnd,
    })
  })

  it('of a cancelled subscription that still runs is charged at its end, on the plan it had', () => {
    const left = after(active, { type: 'cancel' })
    const dear = { ...subscribing.plan, basePriceCents: 9_900 }
    expect(offer(left.state, left.now, { plan: dear })).toMatchObject({
      chargedAt: left.state.until,
      dueCents: 3570,
    })
  })

  it('takes the credit of the account off', () => {
    expect(offer({ ...none.state, creditCents: 1000 }, none.now)).toMatchObject({
      priceCents: 3000,
      creditCents: 1000,
      dueCents: 2570,
    })
  })

  it('is none for an interval that is not sold', () => {
    expect(offer(none.state, none.now, { interval: { value: 6, unit: 'm' } })).toBeUndefined()
  })
})

test.each([
  ['a first subscription', none],
  ['a trial', trial],
  ['a cancelled subscription', after(active, { type: 'cancel' })],
  ['an account with a credit', { ...none, state: { ...none.state, creditCents: 700 } }],
])('%s is ordered at the price that was offered, and at no other', (_, { state, now }) => {
  const shown = offer(state, now)?.dueCents ?? Number.NaN
  expect(decideAt(state, { ...subscribing, shownGrossCents: shown }, now).ok).toBe(true)
  expect(decideAt(state, { ...subscribing, shownGrossCents: shown + 1 }, now)).toEqual({
    ok: false,
    problem: 'quote-stale',
  })
})

test('a trial is charged what was offered when it ends', () => {
  const planned = after(trial, subscribing)
  const due = offer(trial.state, trial.now)?.dueCents
  const charged = decideAt(planned.state, { type: 'until-reached', users: 1 }, trialEnd)
  expect(charged).toMatchObject({ charge: { grossCents: due } })
})

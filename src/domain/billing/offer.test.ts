import { describe, expect, it, test } from 'vitest'
import {
  active,
  after,
  called,
  confirming,
  context,
  decideAt,
  none,
  subscribing,
} from '#support/billing-states.ts'
import { isStale, offerAtOnce, offerFor } from './offer.ts'
import { priceFor, type SubscriptionState } from './state.ts'

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

  it('during a grant is for the users of the account, and begins at its end', () => {
    const { state, now } = called('prepaid: by the admin')
    expect(offer(state, now, { users: 4 })).toMatchObject({
      users: 4,
      chargedAt: state.until,
      extendedAt: new Date('2027-02-21T00:00:00Z'),
    })
  })

  it('during a trial is at the price of today, also where a plan was chosen before', () => {
    const { state, now } = called('trial: followed by a plan')
    const dear = { ...subscribing.plan, basePriceCents: 9_900 }
    expect(offer(state, now, { plan: dear })).toMatchObject({
      users: 1,
      priceCents: priceFor(dear, 1, subscribing.interval),
    })
  })

  it('of an expired subscription is charged at once, on the current plan, for the users of the account, from today on', () => {
    const left = after(active, { type: 'cancel' })
    const now = new Date('2026-12-22T12:00:00Z')
    const dear = { ...subscribing.plan, basePriceCents: 9_900 }
    expect(offer(left.state, now, { plan: dear, users: 5 })).toMatchObject({
      users: 5,
      priceCents: priceFor(dear, 5, subscribing.interval),
      chargedAt: null,
      extendedAt: new Date('2027-01-22T00:00:00Z'),
    })
  })

  it('of a late or running one is charged at its end, for its current users, without credit', () => {
    for (const name of ['active: past due, soft', 'active: first period']) {
      const { state, now } = called(name)
      expect(offer(state, now, { users: 2 })).toMatchObject({
        users: 2,
        priceCents: 2000,
        creditCents: 0,
        chargedAt: new Date('2026-12-21T00:00:00Z'),
        extendedAt: new Date('2027-01-21T00:00:00Z'),
      })
    }
  })

  it('takes the credit of the account off', () => {
    expect(offer({ ...none.state, creditCents: 1000 }, none.now)).toMatchObject({
      priceCents: 3000,
      creditCents: 1000,
      dueCents: 2570,
    })
  })

  it.each([
    ['nothing', 0, { creditCents: 0, openCents: 48, dueCents: 0 }],
    ['a debt that stays too small', -1, { creditCents: 0, openCents: 48, dueCents: 0 }],
    ['a debt that makes it large enough', -2, { creditCents: -2, openCents: 0, dueCents: 50 }],
    ['a credit for a part', 20, { creditCents: 20, openCents: 28, dueCents: 0 }],
    ['a credit for all of it', 48, { creditCents: 48, openCents: 0, dueCents: 0 }],
  ])('of 0.48 with tax, on a balance of %s, has the amounts and their sources', (_, creditCents, paid) => {
    const cheap = { ...subscribing.plan, basePriceCents: 40 }
    const shown = offer({ ...none.state, creditCents }, none.now, { plan: cheap, users: 1 })
    expect(shown).toMatchObject({ priceCents: 40, vatCents: 8, ...paid })
    // and so does its invoice
    const ordered = decideAt(
      { ...none.state, creditCents },
      { ...subscribing, plan: cheap, users: 1 },
      none.now,
    )
    const paidAtOnce = ordered.ok && ordered.bill?.paidBy
    if (paid.dueCents === 0)
      expect(paidAtOnce).toEqual({
        creditCents: paid.creditCents,
        openCents: paid.openCents,
        cardCents: 0,
        alsoCents: 0,
      })
  })

  it('is none for an interval that is not sold', () => {
    const interval = { value: 6, unit: 'm' } as const
    expect(offer(none.state, none.now, { interval })).toBeUndefined()
    const now = { ...context, now: active.now }
    expect(offerAtOnce(active.state, { users: 3, interval }, now)).toBeUndefined()
    expect(offerAtOnce(none.state, { users: 3, interval }, now)).toBeUndefined()
    // a shown price is no longer valid
    expect([isStale(undefined, 3570), isStale(undefined, undefined)]).toEqual([true, false])
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

test('a trial is charged the offered price when it ends', () => {
  const planned = after(trial, subscribing)
  const due = offer(trial.state, trial.now)?.dueCents
  const charged = decideAt(planned.state, { type: 'until-reached', users: 1 }, trialEnd)
  expect(charged).toMatchObject({ charge: { grossCents: due } })
})

import { describe, expect, it } from 'vitest'
import { priceSets } from '#domain/pricing.ts'
import {
  active,
  after,
  answered,
  called,
  confirming,
  context,
  coupon,
  day,
  decideAt,
  none,
  type Situation,
  situations,
  subscribing,
} from '#support/billing-states.ts'

import { nextPeriodCents } from './renewal.ts'
import { quoteUsers } from './seats.ts'

const reached = { type: 'until-reached', users: 3 } as const

function renew(situation: Situation, at: Date): Situation {
  return answered(after(situation, reached, at), 'succeeded')
}

describe('a renewal', () => {
  it('follows on the last period, however late it is paid', () => {
    const late = after(active, reached, day('2026-12-21'))
    const declined = answered(late, 'declined-soft')
    const retried = after(declined, { type: 'retry-due' }, day('2026-12-28'))
    const paid = answered(retried, 'succeeded').state
    expect(paid.periodStart).toEqual(new Date('2026-12-21T00:00:00Z'))
    expect(paid.until).toEqual(new Date('2027-01-21T00:00:00Z'))
  })

  it('keeps to the day of the first, through short months', () => {
    let situation = answered(after({ ...none, now: day('2027-01-31') }, subscribing), 'succeeded')
    const untils = [situation.state.until]
    for (let count = 0; count < 4; count++) {
      situation = renew(situation, situation.state.until as Date)
      untils.push(situation.state.until)
    }
    expect(untils.map((until) => until?.toISOString().slice(0, 10))).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
    ])
  })

  it('is counted, once for each period', () => {
    const second = after(active, reached, day('2026-12-21'))
    expect(second.state.openCharge?.key).toBe('period-2')
    expect(renew(answered(second, 'succeeded'), day('2027-01-21')).state).toMatchObject({
      periodIndex: 3,
      term: 3,
    })
    // a second worker changes nothing
    expect(decideAt(second.state, reached, day('2026-12-21'))).toEqual({
      ok: true,
      next: second.state,
      mails: [],
    })
  })

  it('takes the interval that was chosen for it, and keeps its plan', () => {
    const chosen = after(active, {
      ...subscribing,
      interval: { value: 3, unit: 'm' },
      plan: priceSets.pandemic2020,
    })
    const renewed = renew(chosen, day('2026-12-21')).state
    expect(renewed).toMatchObject({
      interval: { value: 3, unit: 'm' },
      nextInterval: null,
      plan: { id: 'plan-2' },
    })
    expect(renewed.until).toEqual(new Date('2027-03-21T00:00:00Z'))
    expect(renewed.payments[0]?.amount.netCents).toBe(3 * 3 * 900)
  })

  it('charges the tax of its day', () => {
    const decision = decideAt(active.state, reached, day('2026-12-21'), { vatBasisPoints: 2550 })
    expect(decision).toMatchObject({
      charge: { grossCents: 3765 },
      next: { openCharge: { amount: { netCents: 3000 } } },
    })
  })

  it('not tried within the grace period begins a new period: the gap is neither granted nor charged', () => {
    const woken = renew(active, day('2027-02-15'))
    expect(woken.state.periodStart).toEqual(new Date('2027-02-15T00:00:00Z'))
    expect(woken.state.until).toEqual(new Date('2027-03-15T00:00:00Z'))
    expect(woken.state.payments).toHaveLength(1)
    // a day earlier it still follows
    expect(renew(active, day('2026-12-30')).state.until).toEqual(new Date('2027-01-21T00:00:00Z'))
  })

  it('without a card stays open until a card is stored', () => {
    const cardless = { ...active, state: { ...active.state, method: null } }
    const decision = decideAt(cardless.state, reached, day('2026-12-21'))
    expect(decision).toMatchObject({
      ok: true,
      mails: ['payment-refused'],
      next: { openCharge: { state: 'created' } },
    })
    const open = after(cardless, reached, day('2026-12-21'))
    expect(
      decideAt(open.state, { type: 'update-card', method: 'card-2', provider: 'sandbox' }, day('2026-12-22')),
    ).toMatchObject({
      charge: { key: 'period-2', attempt: 1, method: 'card-2' },
    })
  })

  it('does not happen in a service that is closed', () => {
    expect(decideAt(active.state, reached, day('2026-12-21'), { serviceMode: 'closed' })).toMatchObject({
      next: { status: 'cancelled' },
      mails: ['subscription-ended'],
    })
  })
})

describe('at the end', () => {
  it.each([
    ['not before it', active, day('2026-12-20')],
    ['never had a subscription', none, day('2026-12-21')],
    ['ended already', situations.cancelled as Situation, day('2027-03-01')],
  ])('nothing happens to a subscription that has %s', (_, { state }, now) => {
    expect(decideAt(state, reached, now)).toEqual({ ok: true, next: state, mails: [] })
  })

  it.each(['active: more users on their way', 'pending-expiry: cancelled during the renewal'])(
    'waits for a charge in progress: %s',
    (name) => {
      const { state } = called(name)
      expect(decideAt(state, reached, day('2026-12-21'))).toEqual({ ok: false, problem: 'charge-in-flight' })
    },
  )

  it("a coupon's users stay in addition to the paid ones", () => {
    const beside = after(active, { type: 'redeem-coupon', coupon, usedBefore: false })
    const { state } = after(beside, { ...reached, users: 5 }, day('2026-12-21'))
    expect(state).toMatchObject({
      licenseCount: 5,
      includedLicenses: 2,
      coupon: 'WELCOME',
      openCharge: { purpose: { paidLicenses: 3, term: 2 } },
    })
  })

  it.each([{ plan: null }, { interval: null }])('nothing is charged for nothing: %j', (missing) => {
    expect(() => decideAt({ ...active.state, ...missing }, reached, day('2026-12-21'))).toThrow(
      /^a subscription without a plan can not be renewed$/,
    )
  })
})

describe('after a trial', () => {
  const trial = after(none, confirming)
  const planned = after(trial, subscribing)

  it('the first period begins on the day on which it ends', () => {
    const paid = renew(planned, day('2026-12-06')).state
    expect(paid).toMatchObject({ status: 'active', term: 1, licenseCount: 1 })
    expect(paid.periodStart).toEqual(new Date('2026-12-06T00:00:00Z'))
    expect(paid.until).toEqual(new Date('2027-01-06T00:00:00Z'))
    // the contract dates from the choice
    expect(paid.contractAt).toEqual(planned.now)
  })

  it('a declined first charge lives on the grace like any other', () => {
    const declined = answered(after(planned, reached, day('2026-12-06')), 'declined-soft')
    expect(declined.state).toMatchObject({ status: 'active', until: new Date('2026-12-06T00:00:00Z') })
  })

  it('nothing follows without a card, a choice, or in a service that is closed', () => {
    expect(after(trial, reached, day('2026-12-06')).state.status).toBe('cancelled')
    const cardless = { ...planned.state, method: null }
    expect(decideAt(cardless, reached, day('2026-12-06'))).toMatchObject({ next: { status: 'cancelled' } })
    const closed = decideAt(planned.state, reached, day('2026-12-06'), { serviceMode: 'closed' })
    expect(closed).toMatchObject({ next: { status: 'cancelled' } })
  })
})

it('a prepaid grant is followed by as many paid users as there are', () => {
  const granted = after(none, { type: 'assign-prepaid', licenseCount: 9, interval: { value: 1, unit: 'm' } })
  const planned = after(granted, subscribing)
  const unpaid = { status: 'active', includedLicenses: 0, includedUntil: null, coupon: null }
  for (const [users, licenseCount] of [
    [4, 4],
    [0, 1],
  ] as const)
    expect(after(planned, { ...reached, users }, day('2026-12-21')).state).toMatchObject({
      ...unpaid,
      licenseCount,
    })
  const paid = answered(after(planned, { ...reached, users: 4 }, day('2026-12-21')), 'succeeded').state
  expect(paid).toMatchObject({ status: 'active', licenseCount: 4, includedLicenses: 0, includedUntil: null })
  expect(paid.payments[0]?.amount.netCents).toBe(4000)
})

describe('the price of the next period with more users, in advance', () => {
  it.each([
    ['trial: followed by a plan', 3, 3000],
    ['trial: followed by a plan', 5, 4500],
    ['prepaid: followed by a plan', 3, 3000],
    ['prepaid: followed by a plan', 2, 2000],
    ['active: with users included by a coupon', 5, 3000],
  ] as const)('%s, %i users: the amount charged then', (name, users, cents) => {
    const situation = situations[name]
    if (!situation) throw new Error(name)
    const licenses = Math.max(users, situation.state.licenseCount)
    const quote = quoteUsers(situation.state, licenses, { ...context, now: situation.now })
    if ('problem' in quote) throw new Error(quote.problem)
    const change = { users, paidLicenses: quote.paidAfter }
    expect(nextPeriodCents(situation.state, change, { serviceMode: 'open' })).toBe(cents)
    const changed = after(situation, { type: 'set-users', users: licenses })
    const charged = after(changed, { ...reached, users }, changed.state.until ?? undefined)
    expect(charged.state.openCharge?.purpose).toMatchObject({ kind: 'period', priceCents: cents })
  })

  it.each(['trial: without a card', 'prepaid: by the admin', 'pending-expiry: paid', 'cancelled'])(
    'is empty if nothing follows: %s',
    (name) => {
      const state = situations[name]?.state
      if (!state) throw new Error(name)
      expect(nextPeriodCents(state, { users: 3, paidLicenses: 3 }, { serviceMode: 'open' })).toBe(0)
    },
  )

  it('nothing in a service that is closed', () => {
    const change = { users: 3, paidLicenses: 3 }
    expect(nextPeriodCents(active.state, change, { serviceMode: 'closed' })).toBe(0)
    expect(nextPeriodCents(active.state, change, { serviceMode: 'open' })).toBe(3000)
  })
})

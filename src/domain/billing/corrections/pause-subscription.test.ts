import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  coupon,
  day,
  decideAt,
  type Situation,
  setUsers,
  subscribing,
} from '#support/billing-states.ts'

const pause = (months: 1 | 2 | 3) => ({ type: 'pause', months }) as const
const wake = { type: 'end-pause' } as const
const renew = { type: 'until-reached', users: 3 } as const
// paid until 21 December 2026, paused until 21 February 2027
const ahead = called('active: a pause of 2 months is ahead')
const paused = called('active: paused for 2 months')
const midnight = (date: string) => new Date(`${date}T00:00:00Z`)

describe('a pause', () => {
  it.each([
    [1, '2027-01-21'],
    [2, '2027-02-21'],
    [3, '2027-03-21'],
  ] as const)('of %i months follows the paid time, charges nothing, and keeps the users', (months, end) => {
    const { state } = after(active, pause(months))
    expect(state).toMatchObject({
      status: 'active',
      licenseCount: 3,
      pausedFrom: midnight('2026-12-21'),
      pausedUntil: midnight(end),
      until: midnight(end),
    })
    expect(decideAt(state, renew, day('2027-01-05'))).toMatchObject({ next: state })
    const renewed = answered(after({ state, now: midnight(end) }, renew), 'succeeded').state
    expect(renewed).toMatchObject({
      pausedFrom: null,
      pausedUntil: null,
      periodStart: midnight(end),
      term: 2,
    })
  })

  it.each([
    // the 31st stays the day of the subscription
    [{ anchor: '2027-01-31', zone: 'UTC', months: 1, days: 0 }, '2027-02-28', '2027-03-31', '2027-04-30'],
    // weeks and free days: whole months after the paid time
    [{ anchor: '2027-01-25', zone: 'UTC', months: 0, days: 14 }, '2027-02-08', '2027-03-08', '2027-04-08'],
  ])('moves the anchor: %j', (cycle, from, to, then) => {
    const state = { ...active.state, cycle, until: midnight(from), periodStart: midnight('2027-01-25') }
    const moved = after({ state, now: day('2027-02-01') }, pause(1))
    expect(moved.state).toMatchObject({ pausedFrom: midnight(from), until: midnight(to) })
    expect(answered(after(moved, renew, midnight(to)), 'succeeded').state).toMatchObject({
      periodStart: midnight(to),
      until: midnight(then),
    })
  })

  it.each([
    ['none: e-mail not confirmed yet', 'no-subscription'],
    ['cancelled', 'no-subscription'],
    ['trial: without a card', 'not-pausable'],
    ['trial: followed by a plan', 'not-pausable'],
    ['prepaid: by the admin', 'not-pausable'],
    ['pending-expiry: paid', 'already-cancelled'],
    ['active: more users on their way', 'charge-in-flight'],
    ['active: renewal on its way', 'charge-in-flight'],
    ['active: past due, soft', 'payment-overdue'],
    ['active: past due, hard', 'payment-overdue'],
    ['active: action required', 'payment-overdue'],
    ['active: with users included by a coupon', 'coupon-running'],
    ['active: a pause of 2 months is ahead', 'subscription-paused'],
    ['active: paused for 2 months', 'subscription-paused'],
  ])('%s: %s', (name, problem) => {
    const { state, now } = called(name)
    expect(decideAt(state, pause(1), now)).toEqual({ ok: false, problem })
  })

  it('is refused at the moment of the renewal, and once the service is closed', () => {
    const { state, now } = active
    expect(decideAt(state, pause(1), state.until as Date)).toMatchObject({ problem: 'charge-in-flight' })
    expect(decideAt(state, pause(1), now, { serviceMode: 'closed' })).toMatchObject({ problem: 'sunset' })
    expect(decideAt(state, pause(1), now, { serviceMode: 'paused' })).toMatchObject({ ok: true })
  })

  it('moves no money: users added before it cost the rest of the paid time, in it nothing until it ends', () => {
    const cost = (situation: Situation) => after(situation, setUsers(situation, 5)).state.openCharge
    expect(cost(ahead)).toMatchObject({
      amount: cost(active)?.amount,
      purpose: { until: midnight('2026-12-21') },
    })
    const more = after(paused, setUsers(paused, 5))
    expect(more.state).toMatchObject({ licenseCount: 5, openCharge: null, creditCents: 0 })
    const fewer = after(paused, setUsers(paused, 1))
    expect(fewer.state).toMatchObject({ licenseCount: 1, creditCents: 0 })
  })

  it('follows a paid time that a notice has shortened, at its price by time', () => {
    const year = called('active: second year')
    const cut = after(after(year, { type: 'cancel' }), { type: 'resume', users: 3 })
    expect(cut.state.until).toEqual(midnight('2028-03-21'))
    const cost = (situation: Situation) => after(situation, setUsers(situation, 5)).state.openCharge?.amount
    const moved = after(cut, pause(2))
    expect(moved.state).toMatchObject({ pausedFrom: midnight('2028-03-21'), until: midnight('2028-05-21') })
    expect(cost(moved)).toEqual(cost(cut))
    expect(answered(after(moved, renew, midnight('2028-05-21')), 'succeeded').state).toMatchObject({
      periodStart: midnight('2028-05-21'),
      until: midnight('2029-05-21'),
    })
  })

  it('returns a payment for users that arrives when the paid time is over', () => {
    const waiting = answered(after(ahead, setUsers(ahead, 5)), 'needs-action')
    const { openCharge } = waiting.state
    const late = decideAt(
      waiting.state,
      {
        type: 'charge-answered',
        key: openCharge?.key ?? '',
        news: 'succeeded',
        grossCents: openCharge?.dueCents ?? 0,
      },
      day('2027-01-05'),
    )
    expect(late).toMatchObject({ next: { licenseCount: 3 }, refunds: [{ reason: 'late' }] })
  })

  it('refuses what would lose its time in it', () => {
    for (const { state, now } of [ahead, paused]) {
      const redeem = { type: 'redeem-coupon', coupon, usedBefore: false } as const
      expect(decideAt(state, redeem, now)).toMatchObject({ problem: 'subscription-paused' })
      expect(decideAt(state, { type: 'give-days', days: 3 }, now)).toMatchObject({
        problem: 'subscription-paused',
      })
    }
  })
})

describe('what ends a subscription', () => {
  const closing = { type: 'service-closed', closing: 'one' } as const
  const declared = { type: 'declaration-accepted', declared: 'ordinary', earlier: [] } as const
  it.each([
    ['cancel', { type: 'cancel' } as const],
    ['cancelled by the admin', { type: 'cancel-for', when: 'end', at: active.now } as const],
    ['closing', closing],
    ['fraud warned', { type: 'fraud-warned' } as const],
    ['declared', { ...declared, declaredAt: active.now }],
  ])('%s: drops a pause that is ahead, and nothing is lost', (_, event) => {
    const unpaused = after(active, event).state
    const { state } = after(ahead, event)
    expect({ ...state, version: 0 }).toEqual({ ...unpaused, version: 0 })
  })

  it.each([
    ['cancel', { type: 'cancel' } as const],
    ['closing', closing],
    ['fraud warned', { type: 'fraud-warned' } as const],
    ['declared', { ...declared, declaredAt: paused.now }],
    ['cancelled by the admin', { type: 'cancel-for', when: 'end', at: paused.now } as const],
  ])('%s: ends it in a pause, because no paid time is left', (_, event) => {
    const decision = decideAt(paused.state, event, paused.now)
    expect(decision).toMatchObject({
      next: { status: 'cancelled', until: midnight('2026-12-21'), pausedFrom: null, pausedUntil: null },
    })
    expect(decision.ok && decision.refunds).toBeFalsy()
  })

  it('withdraws and refunds in full in a pause', () => {
    const first = after({ ...active, now: day('2026-11-22') }, pause(1))
    for (const type of ['withdraw', 'refund'] as const)
      expect(decideAt(first.state, { type }, day('2026-11-24'))).toMatchObject({
        next: { status: 'cancelled', pausedUntil: null },
        refunds: [{ amount: { grossCents: 3570 } }],
      })
  })
})

describe('going on early', () => {
  it('drops a pause that has not begun', () => {
    const { state } = after(ahead, wake)
    expect({ ...state, version: 0 }).toEqual({ ...active.state, version: 0 })
  })

  it('on its first day changes nothing about the days of the subscription', () => {
    const { state } = after({ ...ahead, now: midnight('2026-12-21') }, wake)
    expect(state).toMatchObject({ until: midnight('2026-12-21'), pausedUntil: null })
  })

  it('later begins the next period today, charged as any renewal', () => {
    const woken = after(paused, wake)
    expect(woken.state).toMatchObject({ until: midnight('2027-01-05'), openCharge: null })
    const renewed = answered(after(woken, renew), 'succeeded')
    expect(renewed.state).toMatchObject({
      periodStart: midnight('2027-01-05'),
      until: midnight('2027-02-05'),
      pausedFrom: null,
      term: 2,
    })
  })

  it('is over once the renewal after it is late: nothing is dropped, and cancelling ends the unpaid period', () => {
    const late = answered(after(paused, renew, midnight('2027-02-21')), 'declined-soft')
    expect(decideAt(late.state, wake, late.now)).toMatchObject({ problem: 'not-paused' })
    expect(decideAt(late.state, { type: 'cancel' }, day('2027-02-23'))).toMatchObject({
      next: { status: 'cancelled', until: midnight('2027-02-21') },
    })
  })

  it.each(['active: first period', 'active: past due, soft', 'trial: without a card', 'cancelled'])(
    'is refused without a pause: %s',
    (name) => {
      const { state, now } = called(name)
      expect(decideAt(state, wake, now)).toEqual({ ok: false, problem: 'not-paused' })
    },
  )

  it('by a longer interval at once ends the pause too', () => {
    const order = { ...subscribing, interval: { value: 1, unit: 'y' }, atOnce: true } as const
    const { state } = answered(after(paused, order), 'succeeded')
    expect(state).toMatchObject({ until: midnight('2028-01-05'), pausedFrom: null, pausedUntil: null })
  })
})

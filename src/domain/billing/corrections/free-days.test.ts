import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  day,
  decideAt,
  type Situation,
  setUsers,
} from '#support/billing-states.ts'

const give = (days: number) => ({ type: 'give-days', days }) as const
const dayMs = 86_400_000

describe('free days', () => {
  it.each([
    'trial: without a card',
    'trial: followed by a plan',
    'prepaid: by the admin',
    'prepaid: by a coupon',
  ])('%s: move the end', (name) => {
    const { state, now } = called(name)
    const moved = decideAt(state, give(30), now)
    expect(moved).toMatchObject({ next: { status: state.status }, mails: ['days-given'] })
    if (!moved.ok) return
    expect(moved.next.until?.getTime()).toBe(Number(state.until) + 30 * dayMs)
    expect(moved.next.includedUntil).toEqual(state.includedUntil && moved.next.until)
  })

  it('move the next charge of a paid subscription, and all later ones with it', () => {
    const moved = after(active, give(5))
    expect(moved.state.until).toEqual(new Date('2026-12-26T00:00:00Z'))
    expect(decideAt(moved.state, { type: 'until-reached', users: 3 }, day('2026-12-21'))).toMatchObject({
      next: moved.state,
    })
    const renewed = answered(
      after(moved, { type: 'until-reached', users: 3 }, day('2026-12-26')),
      'succeeded',
    )
    expect(renewed.state).toMatchObject({
      periodStart: new Date('2026-12-26T00:00:00Z'),
      until: new Date('2027-01-26T00:00:00Z'),
    })
  })

  it('are exactly that many days at the end of a month too', () => {
    const { state } = called('active: first period')
    const january = { ...state, cycle: { anchor: '2027-01-31', zone: 'UTC', months: 1, days: 0 } }
    const ends = { ...january, until: new Date('2027-02-28T00:00:00Z') }
    const moved = decideAt(ends, give(3), day('2027-02-10'))
    expect(moved).toMatchObject({ next: { until: new Date('2027-03-03T00:00:00Z'), cycle: { days: 3 } } })
  })

  it('are local days, also across the change of clocks', () => {
    const { state } = called('active: first period')
    const berlin = {
      ...state,
      cycle: { anchor: '2027-02-20', zone: 'Europe/Berlin', months: 1, days: 0 },
      until: new Date('2027-03-19T23:00:00Z'),
    }
    const moved = decideAt(berlin, give(30), day('2027-03-01'))
    expect(moved).toMatchObject({ next: { until: new Date('2027-04-18T22:00:00Z') } })
  })

  it('make the rest of the period longer: seats added in it cost less by the day, and never more than it', () => {
    const cost = (situation: Situation) =>
      after(situation, setUsers(situation, 5)).state.openCharge?.amount.netCents
    // 30 days for 15.00 net more, of which 24.5 are left; with 30 free days 54.5 of 60
    expect(cost(active)).toBe(1225)
    expect(cost(after(active, give(30)))).toBe(1363)
  })

  it.each([
    ['none: e-mail not confirmed yet', 'no-subscription'],
    ['cancelled', 'no-subscription'],
    ['trial: cancelled (pending-expiry)', 'already-cancelled'],
    ['pending-expiry: paid', 'already-cancelled'],
    ['active: more users on their way', 'charge-in-flight'],
    ['active: more users, waiting for the bank', 'charge-in-flight'],
    ['active: renewal on its way', 'charge-in-flight'],
    ['active: renewal unknown', 'charge-in-flight'],
    ['active: past due, soft', 'payment-overdue'],
    ['active: past due, hard', 'payment-overdue'],
    ['active: action required', 'payment-overdue'],
    ['cancelled: subscribing again, on its way', 'no-subscription'],
  ])('%s: %s', (name, problem) => {
    const { state, now } = called(name)
    expect(decideAt(state, give(30), now)).toEqual({ ok: false, problem })
  })

  it('are refused at the moment of the renewal, after the end, and once the service is closed', () => {
    const { state, now } = active
    expect(decideAt(state, give(1), state.until as Date)).toMatchObject({ problem: 'charge-in-flight' })
    const trial = called('trial: without a card').state
    expect(decideAt(trial, give(1), trial.until as Date)).toMatchObject({ problem: 'no-subscription' })
    expect(decideAt(state, give(1), now, { serviceMode: 'closed' })).toMatchObject({ problem: 'sunset' })
    expect(decideAt(state, give(1), now, { serviceMode: 'paused' })).toMatchObject({ ok: true })
  })
})

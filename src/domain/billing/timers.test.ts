import { describe, expect, it } from 'vitest'
import { active, after, coupon, day, situations } from '#support/billing-states.ts'
import { dueReminders } from './reminder.ts'
import { nextTimer } from './timers.ts'

const state = (name: string) => {
  const found = situations[name]
  if (!found) throw new Error(name)
  return found.state
}

describe('time brings next', () => {
  it.each([
    ['none: e-mail not confirmed yet', undefined],
    ['trial: without a card', ['until-reached', '2026-12-06T00:00:00.000Z']],
    ['prepaid: by a coupon', ['until-reached', '2027-01-21T12:00:00.000Z']],
    ['active: first period', ['until-reached', '2026-12-21T00:00:00.000Z']],
    ['active: with users included by a coupon', ['until-reached', '2026-12-21T00:00:00.000Z']],
    ['active: renewal on its way', undefined],
    ['active: past due, soft', ['retry-due', '2026-12-22T12:00:00.000Z']],
    ['active: past due, hard', ['grace-over', '2026-12-31T00:00:00.000Z']],
    ['active: action required', ['grace-over', '2026-12-31T00:00:00.000Z']],
    ['pending-expiry: paid', ['until-reached', '2026-12-21T00:00:00.000Z']],
    ['cancelled', undefined],
  ])('for %s: %j', (name, expected) => {
    const timer = nextTimer(state(name), 10)
    expect(timer && [timer.type, timer.at.toISOString()]).toEqual(expected)
  })

  it("the end of a coupon's users before the end of the period", () => {
    const short = { ...coupon, interval: { value: 1, unit: 'w' } as const }
    const including = after(active, { type: 'redeem-coupon', coupon: short, usedBefore: false })
    expect(nextTimer(including.state, 10)).toEqual({ type: 'included-ended', at: day('2026-12-03') })
  })
})

describe('a reminder', () => {
  const world = { graceDays: 10, serviceMode: 'open' } as const
  const due = (name: string, now: string) =>
    dueReminders(state(name), { ...world, now: new Date(now) }).map(({ kind, days }) => `${kind} ${days}`)

  it.each([
    ['trial: without a card', '2026-12-02T23:59:59Z', []],
    ['trial: without a card', '2026-12-03T00:00:00Z', ['trial-ends 3']],
    ['trial: without a card', '2026-12-06T00:00:00Z', []],
    ['trial: followed by a plan', '2026-12-02T23:59:59Z', []],
    ['trial: followed by a plan', '2026-12-03T00:00:00Z', ['subscription-begins 3']],
    ['trial: cancelled (pending-expiry)', '2026-12-03T00:00:00Z', []],
    ['prepaid: followed by a plan', '2027-01-07T12:00:00Z', []],
    ['prepaid: followed by a plan', '2027-01-18T12:00:00Z', ['subscription-begins 3']],
    ['prepaid: by the admin', '2027-01-07T11:00:00Z', []],
    ['prepaid: by the admin', '2027-01-07T12:00:00Z', ['prepaid-ends 14']],
    ['prepaid: by the admin', '2027-01-18T12:00:00Z', ['prepaid-ends 3']],
    ['active: first period', '2026-12-20T00:00:00Z', []],
    ['active: second year', '2028-10-21T23:00:00Z', []],
    ['active: second year', '2028-10-22T00:00:00Z', ['renewal-comes 30']],
    ['active: with users included by a coupon', '2026-12-01T00:00:00Z', []],
    ['active: past due, soft', '2026-12-27T12:00:00Z', []],
    ['active: past due, soft', '2026-12-28T00:00:00Z', ['grace-ends 3']],
    ['pending-expiry: paid', '2026-12-20T00:00:00Z', []],
    ['cancelled', '2026-12-20T00:00:00Z', []],
  ])('for %s at %s: %j', (name, now, expected) => {
    expect(due(name, now)).toEqual(expected)
  })

  it('of a renewal comes for no cancelled one, and for none in a service that is closing', () => {
    const now = new Date('2028-11-01T00:00:00Z')
    expect(dueReminders(state('active: second year'), { ...world, now, serviceMode: 'sunset' })).toEqual([])
    const left = after({ state: state('active: second year'), now }, { type: 'cancel' }).state
    expect(dueReminders(left, { ...world, now })).toEqual([])
  })
})

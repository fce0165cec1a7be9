import { describe, expect, it } from 'vitest'
import { active, after, coupon, day, situations } from '#support/billing-states.ts'
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
    ['active: more users, waiting for the bank', ['until-reached', '2026-12-21T00:00:00.000Z']],
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
    const ends = { type: 'included-ended', at: day('2026-12-03') }
    expect(nextTimer(including.state, 10)).toEqual(ends)
    expect(nextTimer(after(including, { type: 'cancel' }).state, 10)).toEqual(ends)
    // for equal times it comes first
    const { until } = active.state
    expect(nextTimer({ ...including.state, includedUntil: until }, 10)).toMatchObject({
      type: 'included-ended',
      at: until,
    })
  })

  it('no retry of a cancelled one', () => {
    const left = { ...state('active: past due, soft'), status: 'pending-expiry' } as const
    expect(nextTimer(left, 10)?.type).toBe('until-reached')
  })
})

import { describe, expect, it } from 'vitest'
import type { Interval } from '#domain/interval.ts'
import { active, after, coupon, day, situations } from '#support/billing-states.ts'
import { dueCardReminder, dueReminders } from './reminder.ts'

const state = (name: string) => {
  const found = situations[name]
  if (!found) throw new Error(name)
  return found.state
}

describe('a reminder', () => {
  const world = { graceDays: 10, serviceMode: 'open' } as const
  const due = (name: string, now: string) =>
    dueReminders(state(name), { ...world, now: new Date(now) }).map(({ kind, days }) => `${kind} ${days}`)

  it.each([
    ['trial: without a card', '2026-12-02T23:59:59.999Z', []],
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
    ['active: paused for 2 months', '2027-02-13T23:00:00Z', []],
    ['active: paused for 2 months', '2027-02-14T00:00:00Z', ['renewal-comes 7']],
    ['active: second year', '2028-10-21T23:00:00Z', []],
    ['active: second year', '2028-10-22T00:00:00Z', ['renewal-comes 30']],
    ['active: with users included by a coupon', '2026-12-01T00:00:00Z', []],
    ['active: past due, soft', '2026-12-27T12:00:00Z', []],
    ['active: past due, soft', '2026-12-28T00:00:00Z', ['grace-ends 3']],
    ['active: past due, soft', '2026-12-31T00:00:00Z', []],
    ['pending-expiry: paid', '2026-12-20T00:00:00Z', []],
    ['cancelled', '2026-12-20T00:00:00Z', []],
  ])('for %s at %s: %j', (name, now, expected) => {
    expect(due(name, now)).toEqual(expected)
  })

  it('of a renewal is not sent for a cancelled subscription or in a closed service', () => {
    const now = new Date('2028-11-01T00:00:00Z')
    expect(dueReminders(state('active: second year'), { ...world, now, serviceMode: 'closed' })).toEqual([])
    const left = after({ state: state('active: second year'), now }, { type: 'cancel' }).state
    expect(dueReminders(left, { ...world, now })).toEqual([])
  })

  it.each([
    [{ value: 2, unit: 'm' }, []],
    [{ value: 3, unit: 'm' }, ['renewal-comes 30']],
    [{ value: 12, unit: 'w' }, []],
    [{ value: 1, unit: 'y' }, ['renewal-comes 30']],
  ] as const)(
    'of a renewal is sent if the next interval is three months or longer: %j, %j',
    (nextInterval, kinds) => {
      const chosen = { ...active.state, nextInterval }
      const reminders = dueReminders(chosen, { ...world, now: active.now })
      expect(reminders.map(({ kind, days }) => `${kind} ${days}`)).toEqual(kinds)
    },
  )

  it("of the end of a coupon's users is sent three days before, also in a cancelled subscription that still runs", () => {
    const upTo = (interval: Interval, now: Date) => {
      const beside = { type: 'redeem-coupon', coupon: { ...coupon, interval }, usedBefore: false } as const
      const including = after(active, beside)
      return [including, after(including, { type: 'cancel' })].map((one) =>
        dueReminders(one.state, { ...world, now }).map(({ kind, days }) => `${kind} ${days}`),
      )
    }
    const week = { value: 1, unit: 'w' } as const
    expect(upTo(week, day('2026-11-29'))).toEqual([[], []])
    expect(upTo(week, day('2026-11-30'))).toEqual([['included-ends 3'], ['included-ends 3']])
    expect(upTo(week, day('2026-12-03'))).toEqual([[], []])
    // beyond the end of the period it is a grant, once recorded
    expect(upTo({ value: 26, unit: 'd' }, day('2026-12-21'))).toEqual([[], []])
  })
})

describe('a card that expires', () => {
  const world = { serviceMode: 'open', zone: 'UTC' } as const
  const due = (name: string, expires: string | undefined, now: string, change: object = {}) =>
    dueCardReminder(state(name), expires, { ...world, now: new Date(now), ...change })

  it.each([
    ['active: first period', '2026-11', '2026-12-06T23:59:59.999Z', false],
    ['active: first period', '2026-11', '2026-12-07T00:00:00Z', true],
    // valid until the end of its month
    ['active: first period', '2026-12', '2026-12-07T00:00:00Z', false],
    ['active: first period', undefined, '2026-12-07T00:00:00Z', false],
    ['active: first period', '2026-11', '2026-12-21T00:00:00Z', false],
    ['trial: followed by a plan', '2026-11', '2026-12-01T00:00:00Z', true],
    ['trial: without a card', '2026-11', '2026-12-01T00:00:00Z', false],
    ['pending-expiry: paid', '2026-11', '2026-12-07T00:00:00Z', false],
  ])('on file for %s, at the end of %s, is mentioned at %s: %s', (name, expires, now, is) => {
    const about = state(name).until
    expect(due(name, expires, now)).toEqual(is ? { kind: 'card-expires', days: 14, about } : undefined)
  })

  it('is not mentioned in a service that is closed', () => {
    const closing = { serviceMode: 'closed' }
    expect(due('active: first period', '2026-11', '2026-12-07T00:00:00Z', closing)).toBeUndefined()
  })

  it('is charged on the day where the seller is', () => {
    const newYear = { ...state('active: first period'), until: new Date('2026-12-31T23:00:00Z') }
    const inZone = (zone: string) =>
      dueCardReminder(newYear, '2026-12', { ...world, zone, now: day('2026-12-20') })?.kind
    expect([inZone('UTC'), inZone('Europe/Berlin')]).toEqual([undefined, 'card-expires'])
  })
})

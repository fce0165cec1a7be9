import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  context,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  subscribing,
} from '#support/billing-states.ts'
import { runs } from '#support/rounds.ts'
import { quoteUsers } from './seats.ts'
import type { SubscriptionState } from './state.ts'

const subscribed = (users: number) => answered(after(none, { ...subscribing, users }), 'succeeded')
const at = (situation: Situation, now: Date): Situation => ({ ...situation, now })

function quote(state: SubscriptionState, users: number, now: Date) {
  const quoted = quoteUsers(state, users, { ...context, now })
  if ('problem' in quoted) throw new Error(quoted.problem)
  return quoted
}

/** Net cents that a change costs, or credits below zero. */
function change(from: number, to: number, now: string): number {
  return quote(subscribed(from).state, to, new Date(now)).netCents
}

describe('the price of the rest of the period', () => {
  it.each([
    // 30 days from the start of 21 November
    [3, 5, '2026-11-21T00:00:00Z', 1500],
    [3, 5, '2026-12-06T00:00:00Z', 750],
    [3, 5, '2026-12-20T12:00:00Z', 25],
    [5, 3, '2026-12-06T00:00:00Z', -750],
    // the tier that is reached holds for all: more users may cost less
    [14, 15, '2026-12-06T00:00:00Z', -300],
    [15, 14, '2026-12-06T00:00:00Z', 300],
    [4, 5, '2026-12-06T00:00:00Z', 250],
  ])('from %i to %i users at %s: %i cents', (from, to, now, cents) => {
    expect(change(from, to, now)).toBe(cents)
  })
})

describe('a quote', () => {
  const now = day('2026-12-06')
  const { state } = subscribed(3)

  it('tells what is due, credited and due next time, with tax, for ten minutes', () => {
    expect(quote(state, 5, now)).toEqual({
      version: state.version,
      users: 5,
      netCents: 725,
      paidBefore: 3,
      paidAfter: 5,
      dueNowCents: 863,
      creditCents: 0,
      nextTotal: { netCents: 4500, vatBasisPoints: 1900, vatCents: 855, grossCents: 5355 },
      expiresAt: new Date(now.getTime() + 600_000),
    })
    expect(quote(state, 1, now)).toMatchObject({ netCents: -967, creditCents: 1151 })
  })

  it('takes the credit off what is due', () => {
    expect(quote({ ...state, creditCents: 833 }, 5, now).dueNowCents).toBe(0)
    expect(quote({ ...state, creditCents: 125 }, 5, now).dueNowCents).toBe(863 - 125)
  })

  it('holds what was shown, until it expires or the subscription changes', () => {
    const event = { type: 'set-users', users: 5, quote: quote(state, 5, now) } as const
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    expect(decideAt(state, event, later(9.9))).toMatchObject({ charge: { grossCents: 863 } })
    expect(decideAt(state, event, later(10))).toEqual({ ok: false, problem: 'quote-stale' })
    expect(decideAt({ ...state, version: 9 }, event, now)).toEqual({ ok: false, problem: 'quote-stale' })
    expect(decideAt(state, { ...event, users: 6 }, now)).toEqual({ ok: false, problem: 'quote-stale' })
  })
})

describe('users', () => {
  it('come when they are paid for, and not before', () => {
    const asked = after(active, setUsers(active, 5))
    expect(asked.state.licenseCount).toBe(3)
    expect(answered(asked, 'declined-soft').state).toMatchObject({ licenseCount: 3, openCharge: null })
    expect(answered(answered(asked, 'needs-action'), 'succeeded').state.licenseCount).toBe(5)
  })

  it('go at once, and what they would have cost is taken off the next charge', () => {
    const fewer = after(active, setUsers(active, 1))
    expect(fewer.state).toMatchObject({ licenseCount: 1, creditCents: 1943, periodCreditCents: 1943 })
    const renewed = after(fewer, { type: 'until-reached', users: 1 }, day('2026-12-21'))
    // 11.90 of the credit pay for the month of one user
    expect(renewed.state).toMatchObject({ status: 'active', creditCents: 753, openCharge: null })
    expect(renewed.state.until).toEqual(new Date('2027-01-21T00:00:00Z'))
    const again = after(renewed, { type: 'until-reached', users: 1 }, day('2027-01-21'))
    expect(again.state.openCharge).toMatchObject({ amount: { netCents: 1000 }, dueCents: 437 })
    expect(again.state.creditCents).toBe(753)
    expect(answered(again, 'succeeded').state.creditCents).toBe(0)
  })

  it('that cost less than 50 cents with tax are there at once and paid with the next charge', () => {
    const late = at(subscribed(3), new Date('2026-12-20T12:00:00Z'))
    const more = after(late, setUsers(late, 5))
    expect(more.state).toMatchObject({ licenseCount: 5, creditCents: -30, openCharge: null })
    const renewing = after(more, { type: 'until-reached', users: 5 }, day('2026-12-21'))
    expect(renewing.state.openCharge).toMatchObject({ amount: { netCents: 4500 }, dueCents: 5355 + 30 })
    expect(answered(renewing, 'succeeded').state.creditCents).toBe(0)
  })

  it('who are included cost nothing, and one user is always paid', () => {
    const including = {
      ...active.state,
      licenseCount: 8,
      includedLicenses: 5,
      includedUntil: day('2027-03-01'),
    }
    const now = day('2026-12-06')
    expect(quote(including, 8, now)).toMatchObject({ paidAfter: 3, netCents: 0 })
    expect(quote(including, 10, now)).toMatchObject({ paidAfter: 5, netCents: 725 })
    expect(quote(including, 2, now)).toMatchObject({ paidAfter: 1, netCents: -967 })
  })

  it('are sixty at most, though more may stay who were there before', () => {
    expect(quoteUsers(active.state, 61, { ...context, now: active.now })).toEqual({
      problem: 'too-many-users',
    })
    const many = { ...active.state, licenseCount: 80 }
    expect(quoteUsers(many, 70, { ...context, now: active.now })).toMatchObject({ paidAfter: 70 })
  })

  it('of a subscription that ends earlier are paid for up to there', () => {
    const ending = { ...active.state, status: 'pending-expiry', until: day('2026-12-11') } as const
    const halfDay = new Date('2026-12-06T12:00:00Z')
    // 5 of 30 days
    expect(quote(ending, 5, halfDay).netCents).toBe(250)
  })
})

it('whatever is changed and changed back within a day costs what the price says for the hours between, and never less', () => {
  const counts = fc.integer({ min: 1, max: 60 })
  const begin = Date.parse('2026-11-21T12:00:00Z')
  fc.assert(
    fc.property(
      counts,
      counts,
      fc.integer({ min: 0, max: 28 * 24 }),
      fc.integer({ min: 0, max: 24 }),
      (one, other, hour, hours) => {
        const first = new Date(begin + hour * 3_600_000)
        const second = new Date(first.getTime() + hours * 3_600_000)
        const { state } = subscribed(one)
        const there = quote(state, other, first).netCents
        const back = quote({ ...state, licenseCount: other }, one, second).netCents
        const exact = ((fullPrice(other) - fullPrice(one)) * hours) / (30 * 24)
        expect(Math.abs(there + back - exact)).toBeLessThanOrEqual(1)
        if (hours === 0) expect(there + back).toBe(0)
        if (fullPrice(other) >= fullPrice(one)) expect(there + back).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: runs(2000) },
  )
})

function fullPrice(users: number): number {
  return users * 10 * (users < 5 ? 100 : users < 15 ? 90 : users < 50 ? 80 : 70)
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  context,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  subscribing,
  year,
} from '#support/billing-states.ts'
import { runs } from '#support/rounds.ts'
import { offerAtOnce } from './offer.ts'
import { quoteUsers, releaseFreeSeats } from './seats.ts'
import type { SubscriptionState } from './state.ts'

const subscribed = (users: number) => answered(after(none, { ...subscribing, users }), 'succeeded')
const at = (situation: Situation, now: Date): Situation => ({ ...situation, now })

function quote(state: SubscriptionState, users: number, now: Date) {
  const quoted = quoteUsers(state, users, { ...context, now })
  if ('problem' in quoted) throw new Error(quoted.problem)
  return quoted
}

/** Net cents of a change; negative: credited. */
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
    // the tier reached applies to all users: more users may cost less
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

  it('has the amounts due, credited and due next time, with tax, and is valid for ten minutes', () => {
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

  it('deducts the credit from the amount due', () => {
    expect(quote({ ...state, creditCents: 833 }, 5, now).dueNowCents).toBe(0)
    expect(quote({ ...state, creditCents: 125 }, 5, now).dueNowCents).toBe(863 - 125)
  })

  it('is valid with its values until it expires or the subscription changes', () => {
    const event = { type: 'set-users', users: 5, quote: quote(state, 5, now) } as const
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    expect(decideAt(state, event, later(9.9))).toMatchObject({ charge: { grossCents: 863 } })
    expect(decideAt(state, event, later(10))).toEqual({ ok: false, problem: 'quote-stale' })
    expect(decideAt({ ...state, version: 9 }, event, now)).toEqual({ ok: false, problem: 'quote-stale' })
    expect(decideAt(state, { ...event, users: 6 }, now)).toEqual({ ok: false, problem: 'quote-stale' })
  })
})

describe('users', () => {
  it('are added when paid, and not before', () => {
    const asked = after(active, setUsers(active, 5))
    expect(asked.state.licenseCount).toBe(3)
    expect(answered(asked, 'declined-soft').state).toMatchObject({ licenseCount: 3, openCharge: null })
    expect(answered(answered(asked, 'needs-action'), 'succeeded').state.licenseCount).toBe(5)
  })

  it('are removed at once, and their price is deducted from the next charge', () => {
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

  it('who are included are free, and one user is always paid', () => {
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

const asking = (situation: Situation, users: number, world: object = {}) =>
  decideAt(situation.state, setUsers(situation, users), situation.now, world)
const unchanged = ({ state }: Situation) => ({ ok: true, next: state, mails: [] })

describe('another number of users', () => {
  const prepaid = called('prepaid: followed by a plan')

  it.each([
    ['without a subscription', none, 2, 'card-needed'],
    [
      'while the first charge is on its way',
      called('cancelled: subscribing again, on its way'),
      9,
      'charge-in-flight',
    ],
    ['while a charge is on its way', called('active: more users on their way'), 6, 'charge-in-flight'],
    ['while a renewal is overdue', called('active: past due, soft'), 4, 'payment-overdue'],
    ['at the end of the period', at(active, day('2026-12-21')), 4, 'charge-in-flight'],
    ['in a trial without a card', called('trial: without a card'), 2, 'card-needed'],
    ['in a trial, more than sixty', called('trial: followed by a plan'), 61, 'too-many-users'],
    ['beside a grant that nothing follows', called('prepaid: by the admin'), 4, 'card-needed'],
    [
      'beside a grant, without a card',
      { ...prepaid, state: { ...prepaid.state, method: null } },
      4,
      'card-needed',
    ],
    [
      'beside a grant, after what was chosen was cancelled',
      after(prepaid, { type: 'cancel' }),
      4,
      'card-needed',
    ],
    ['beside a grant, more than sixty that are paid', prepaid, 64, 'too-many-users'],
  ] as const)('is refused %s', (_, situation, users, problem) => {
    expect(asking(situation, users)).toEqual({ ok: false, problem })
  })

  it('during a grant is refused in a service that is closing', () => {
    expect(asking(prepaid, 5, { serviceMode: 'sunset' })).toEqual({ ok: false, problem: 'sunset' })
  })

  it('is refused without the price agreed, and without a card', () => {
    const more = { type: 'set-users', users: 5 } as const
    expect(decideAt(active.state, more, active.now)).toEqual({ ok: false, problem: 'quote-stale' })
    const cardless = { ...active, state: { ...active.state, method: null } }
    expect(asking(cardless, 5)).toEqual({ ok: false, problem: 'card-needed' })
  })

  it.each([
    ['as many as are paid', active, 3],
    ['no more than a grant covers', prepaid, 3],
    ['none in a trial, where one is always there', called('trial: without a card'), 0],
    ['no more than there were', called('cancelled'), 3],
  ] as const)('is no change: %s', (_, situation, users) => {
    expect(asking(situation, users)).toEqual(unchanged(situation))
  })

  it('of an ended subscription costs nothing, now or next', () => {
    const { state, now } = called('cancelled')
    expect(quote(state, 1, now)).toMatchObject({
      netCents: 0,
      dueNowCents: 0,
      creditCents: 0,
      nextTotal: { grossCents: 0 },
    })
  })

  it.each(['trial: followed by a plan', 'trial: cancelled (pending-expiry)'])(
    'is free in a trial with a card, up to sixty, and announced by mail: %s',
    (name) => {
      for (const users of [2, 60]) {
        const more = asking(called(name), users)
        expect(more).toMatchObject({ next: { licenseCount: users }, mails: ['users-changed'] })
        expect(more).not.toHaveProperty('charge')
      }
      const stale = { version: 0, users: 9, netCents: 0, expiresAt: called(name).now }
      const event = { type: 'set-users', users: 4, quote: stale } as const
      const { state, now } = after(called(name), event)
      const cardless = { now, state: { ...state, method: null } }
      expect(asking(cardless, 1)).toMatchObject({ next: { licenseCount: 1 } })
    },
  )

  it('during a grant begins a paid subscription for the users that it does not cover', () => {
    expect(asking(prepaid, 63)).toMatchObject({
      next: {
        openCharge: {
          purpose: { kind: 'period', starts: 'when-paid', term: 1, paidLicenses: 60, priceCents: 42_000 },
        },
      },
    })
  })

  it('abandons the order that the bank still asks about', () => {
    const waiting = called('active: more users, waiting for the bank')
    expect(asking(waiting, 6)).toMatchObject({
      voidCharge: waiting.state.openCharge?.key,
      charge: { attempt: 1 },
    })
    expect(asking(waiting, 2)).toMatchObject({
      voidCharge: waiting.state.openCharge?.key,
      next: { licenseCount: 2, openCharge: null },
    })
  })

  it('that is lower is credited and announced by mail, even without the price shown', () => {
    expect(decideAt(active.state, { type: 'set-users', users: 1 }, active.now)).toMatchObject({
      next: { licenseCount: 1, payments: [{ levelCents: 1000 }] },
      credits: [{ key: 'period-1', amount: { netCents: 1633 } }],
      mails: ['users-changed'],
    })
    const beside = { ...active.state, includedLicenses: 2, licenseCount: 5, includedUntil: day('2027-03-01') }
    expect(decideAt(beside, { type: 'set-users', users: 4 }, active.now)).toMatchObject({
      next: { licenseCount: 4 },
    })
  })

  it('free for the rest of the period applies at once; one that costs a cent is billed', () => {
    const lastSecond = at(active, new Date('2026-12-20T23:59:59Z'))
    for (const users of [5, 1]) {
      const decision = decideAt(active.state, { type: 'set-users', users }, lastSecond.now)
      expect(decision).toMatchObject({ next: { licenseCount: users }, mails: ['users-changed'] })
      expect(decision).not.toHaveProperty('bill')
      expect(decision).not.toHaveProperty('credits')
    }
    const cent = at(active, new Date('2026-12-20T23:38:24Z'))
    expect(decideAt(active.state, { type: 'set-users', users: 5 }, cent.now)).toEqual({
      ok: false,
      problem: 'quote-stale',
    })
    expect(asking(cent, 5)).toMatchObject({ bill: { amount: { netCents: 1 } } })
  })

  it('is quoted at the price of the interval chosen for later', () => {
    const chosen = { ...active.state, nextInterval: { value: 1, unit: 'y' } as const }
    expect(quote(chosen, 5, active.now).nextTotal.netCents).toBe(43_200)
  })

  it.each([{ plan: null }, { interval: null }, { cycle: null }])(
    'has no price without a paid period: %j',
    (missing) => {
      expect(() => quote({ ...active.state, ...missing }, 5, active.now)).toThrow(
        /^a paid subscription has a plan and a period$/,
      )
    },
  )
})

describe('licences that nobody uses', () => {
  const now = day('2026-12-06')
  const released = (state: SubscriptionState, users: number) => releaseFreeSeats(state, users, { now })

  it('end, and the payment for the rest of their time is credited', () => {
    const { changes, credits } = released(subscribed(3).state, 1)
    expect(changes).toMatchObject({ licenseCount: 1, creditCents: 1151 })
    expect(credits).toMatchObject([{ key: 'period-1', amount: { netCents: 967 } }])
  })

  it('do not exist if all are used', () => {
    for (const users of [3, 4])
      expect(released(subscribed(3).state, users)).toEqual({ changes: {}, credits: [] })
  })

  it('cost nothing in a trial, and credit nothing if fewer cost more', () => {
    const trial = { ...called('trial: without a card').state, licenseCount: 5 }
    expect(released(trial, 2)).toEqual({ changes: { licenseCount: 2 }, credits: [] })
    const { changes, credits } = released(subscribed(15).state, 14)
    expect([changes.licenseCount, changes.creditCents, credits]).toEqual([14, 0, []])
  })

  it('that ended for nothing where fewer cost more bring no more later than was paid for them', () => {
    const paid = { state: subscribed(15).state, now }
    const { changes } = released(paid.state, 14)
    const left = { ...paid.state, ...changes }
    expect(left.payments).toEqual(paid.state.payments)
    // of fifteen at 120.00, not of fourteen at 126.00
    expect([1, 13, 15, 16].map((users) => quote(left, users, now).netCents)).toEqual([-5317, -145, 0, 97])
    const one = after({ state: left, now }, setUsers({ state: left, now }, 1))
    expect(one.state.payments).toMatchObject([{ levelCents: 1000, creditedNetCents: 5317 }])
  })

  it('bring nothing of what is there for less than half a cent', () => {
    const late = { ...subscribed(1), now: new Date('2026-12-20T23:59:59Z') }
    const more = after(late, setUsers(late, 60))
    expect([more.state.licenseCount, more.state.payments]).toEqual([60, late.state.payments])
    expect(
      offerAtOnce(more.state, { users: 60, interval: year }, { ...context, now: late.now }),
    ).toMatchObject({
      restCents: offerAtOnce(late.state, { users: 1, interval: year }, { ...context, now: late.now })
        ?.restCents,
    })
  })
})

it('changes revoked within a day cost the price of the hours between, and never less', () => {
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
        const changed = after({ state, now: first }, setUsers({ state, now: first }, other))
        const paid = changed.state.openCharge ? answered(changed, 'succeeded') : changed
        const back = quote(paid.state, one, second).netCents
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

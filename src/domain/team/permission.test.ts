import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasSeat,
  mayWatch,
  permissionsOf,
  seatsOf,
  subscriptionRuns,
  type WatchingRequest,
} from './permission.ts'

describe('permissions', () => {
  it('are all for an owner, the users for a manager, none for a plain user', () => {
    expect(permissionsOf('owner')).toEqual(['account.manage', 'subscription.manage', 'users.manage'])
    expect(permissionsOf('manager')).toEqual(['users.manage'])
    expect(permissionsOf('user')).toEqual([])
  })
})

describe('seats', () => {
  const users = [
    { id: 'first', removed: false },
    { id: 'gone', removed: true },
    { id: 'second', removed: false },
    { id: 'third', removed: false },
  ]

  it('go to those who were added first', () => {
    expect([...seatsOf(users, 2)]).toEqual(['first', 'second'])
  })

  it('never exceed the licences, and are never assigned to removed users', () => {
    const teams = fc.array(fc.record({ id: fc.uuid(), removed: fc.boolean() }), { maxLength: 20 })
    fc.assert(
      fc.property(teams, fc.nat(25), (team, licenses) => {
        const seats = seatsOf(team, licenses)
        expect(seats.size).toBeLessThanOrEqual(licenses)
        for (const user of team) if (user.removed) expect(seats.has(user.id)).toBe(false)
      }),
    )
  })

  it('of one user follow from the number of users added before', () => {
    const present = users.filter(({ removed }) => !removed)
    for (const licenses of [0, 1, 2, 3, 4])
      expect(present.filter((_, before) => hasSeat(before, licenses)).map(({ id }) => id)).toEqual([
        ...seatsOf(users, licenses),
      ])
  })
})

const now = new Date('2026-11-21T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const unpaused = { pausedFrom: null, pausedUntil: null }
const entitled: WatchingRequest = {
  video: { free: false },
  freedBySunset: false,
  viewer: { removed: false, seat: true, confirmed: true, admin: false },
  subscription: { status: 'trial', until: days(1), ...unpaused },
  now,
  graceDays: 10,
}
const seated = { removed: false, seat: true, confirmed: true, admin: false }
const admin = { removed: false, seat: false, confirmed: true, admin: true }

const paused = (from: number, until: number) =>
  ({ status: 'active', until: days(until), pausedFrom: days(from), pausedUntil: days(until) }) as const

describe('watching', () => {
  it.each<[string, Partial<WatchingRequest>, boolean]>([
    ['with a running trial', {}, true],
    ['before a pause', { subscription: paused(1, 9) }, true],
    ['not from its first instant on', { subscription: paused(0, 9) }, false],
    ['not in it, though the grace period is long', { subscription: paused(-3, 1) }, false],
    ['from its last instant on', { subscription: paused(-9, 0) }, true],
    ['prepaid', { subscription: { status: 'prepaid', until: days(1), ...unpaused } }, true],
    ['subscribed', { subscription: { status: 'active', until: days(1), ...unpaused } }, true],
    [
      'until the end after cancelling',
      { subscription: { status: 'pending-expiry', until: days(1), ...unpaused } },
      true,
    ],
    [
      'not after it was cancelled, whatever its date',
      { subscription: { status: 'cancelled', until: days(1), ...unpaused } },
      false,
    ],
    ['not after the trial', { subscription: { status: 'trial', until: now, ...unpaused } }, false],
    [
      'not after what was prepaid',
      { subscription: { status: 'prepaid', until: days(-1), ...unpaused } },
      false,
    ],
    [
      'not after the end that follows cancelling',
      { subscription: { status: 'pending-expiry', until: days(-1), ...unpaused } },
      false,
    ],
    [
      'through the grace of a late renewal',
      { subscription: { status: 'active', until: days(-9), ...unpaused } },
      true,
    ],
    ['not beyond the grace', { subscription: { status: 'active', until: days(-10), ...unpaused } }, false],
    ['not without a subscription', { subscription: undefined }, false],
    ['not signed out', { viewer: undefined }, false],
    ['not removed', { viewer: { ...seated, removed: true } }, false],
    ['not without a seat', { viewer: { ...seated, seat: false } }, false],
    ['not unconfirmed', { viewer: { ...seated, confirmed: false } }, false],
    ['as the admin, without seat and subscription', { viewer: admin, subscription: undefined }, true],
    [
      'as the admin, whatever became of a subscription',
      { viewer: admin, subscription: { status: 'cancelled', until: days(-1), ...unpaused } },
      true,
    ],
    ['not as a former admin', { viewer: { ...admin, removed: true } }, false],
    ['not as an admin who is not confirmed', { viewer: { ...admin, confirmed: false } }, false],
    ['a free video, signed out', { video: { free: true }, viewer: undefined, subscription: undefined }, true],
    [
      'everything after the sunset',
      { freedBySunset: true, viewer: undefined, subscription: undefined },
      true,
    ],
    ['a free video though removed', { video: { free: true }, viewer: { ...seated, removed: true } }, true],
  ])('is possible %s', (_, change, expected) => {
    expect(mayWatch({ ...entitled, ...change })).toBe(expected)
  })

  const requests: fc.Arbitrary<WatchingRequest> = fc.record({
    video: fc.record({ free: fc.boolean() }),
    freedBySunset: fc.boolean(),
    viewer: fc.option(
      fc.record({ removed: fc.boolean(), seat: fc.boolean(), confirmed: fc.boolean(), admin: fc.boolean() }),
      { nil: undefined },
    ),
    subscription: fc.option(
      fc.record({
        status: fc.constantFrom('trial', 'prepaid', 'active', 'pending-expiry', 'cancelled'),
        until: fc.integer({ min: -20, max: 20 }).map(days),
        pausedFrom: fc.constant(null),
        pausedUntil: fc.constant(null),
      }),
      { nil: undefined },
    ),
    now: fc.integer({ min: -20, max: 20 }).map(days),
    graceDays: fc.nat(15),
  })

  it('never returns by time passing alone', () => {
    fc.assert(
      fc.property(requests, fc.nat(30), (request, later) => {
        fc.pre(!mayWatch(request))
        expect(mayWatch({ ...request, now: new Date(request.now.getTime() + later * 86_400_000) })).toBe(
          false,
        )
      }),
    )
  })

  it('requires signed in, not removed and confirmed, and: the admin, or a seat and a running subscription, or a free video', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const guarded = { ...request, freedBySunset: false, video: { free: false } }
        const { viewer, subscription } = guarded
        const all =
          viewer !== undefined &&
          !viewer.removed &&
          viewer.confirmed &&
          (viewer.admin ||
            (viewer.seat &&
              subscription !== undefined &&
              subscriptionRuns(subscription, guarded.now, guarded.graceDays)))
        expect(mayWatch(guarded)).toBe(all)
      }),
    )
  })

  it('is only ever widened by a free video, a sunset, or a longer subscription', () => {
    fc.assert(
      fc.property(requests, fc.nat(30), (request, more) => {
        fc.pre(mayWatch(request))
        const { subscription } = request
        expect(mayWatch({ ...request, video: { free: true } })).toBe(true)
        expect(mayWatch({ ...request, freedBySunset: true })).toBe(true)
        const until = new Date((subscription?.until ?? now).getTime() + more * 86_400_000)
        expect(mayWatch({ ...request, subscription: subscription && { ...subscription, until } })).toBe(true)
      }),
    )
  })
})

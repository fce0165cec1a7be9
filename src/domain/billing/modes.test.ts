import { describe, expect, it } from 'vitest'
import { isClosed, sells } from '#domain/service-mode.ts'
import {
  active,
  confirming,
  coupon,
  decideAt,
  none,
  setUsers,
  situations,
  subscribing,
  takingOver,
} from '#support/billing-states.ts'
import type { BillingEvent } from './subscription-machine.ts'

/** Permitted events in each mode of the service. */

const voucher = { ...coupon, isPaid: true }
const called = (name: string) => situations[name] ?? none

type Row = readonly [what: string, situation: string, event: BillingEvent]

const sold: readonly Row[] = [
  ['subscribing', 'cancelled', subscribing],
  ['choosing a plan during the trial', 'trial: without a card', subscribing],
  ['another interval', 'active: first period', { ...subscribing, interval: { value: 1, unit: 'y' } }],
  ['more users', 'active: first period', setUsers(active, 5)],
  ['more users in a trial', 'trial: followed by a plan', { type: 'set-users', users: 5 }],
  ['more users beside a grant', 'prepaid: followed by a plan', { type: 'set-users', users: 5 }],
  ['taking a cancellation back', 'pending-expiry: paid', { type: 'resume', users: 3 }],
  ['a coupon', 'cancelled', { type: 'redeem-coupon', coupon, usedBefore: false }],
  [
    'time that is brought along',
    'none: e-mail not confirmed yet',
    { type: 'move-in', licenseCount: 1, until: new Date('2030-01-01T00:00:00Z') },
  ],
  ['a card that is taken over', 'prepaid: by the admin', takingOver],
  [
    'licences of the admin',
    'cancelled',
    { type: 'assign-prepaid', licenseCount: 1, interval: { value: 1, unit: 'm' } },
  ],
]

const always: readonly Row[] = [
  ['a voucher that is paid', 'cancelled', { type: 'redeem-coupon', coupon: voucher, usedBefore: false }],
  [
    'the same beside a subscription',
    'active: first period',
    { type: 'redeem-coupon', coupon: voucher, usedBefore: false },
  ],
  ['cancelling', 'active: first period', { type: 'cancel' }],
  ['the refund within seven days', 'active: first period', { type: 'refund' }],
  ['withdrawing', 'active: first period', { type: 'withdraw' }],
  ['another card', 'active: first period', { type: 'update-card', method: 'card-2', provider: 'sandbox' }],
  [
    'paying what is overdue',
    'active: past due, soft',
    { type: 'update-card', method: 'card-2', provider: 'sandbox' },
  ],
  ['paying it by subscribing again', 'active: past due, soft', { ...subscribing, method: 'card-2' }],
  ['fewer users', 'active: first period', setUsers(active, 2)],
  ['as many users as are paid for', 'active: first period', setUsers(active, 3)],
]

describe.each(['open', 'paused', 'sunset', 'closed'] as const)('a service that is %s', (serviceMode) => {
  const decide = (situation: string, event: BillingEvent, now = called(situation).now) =>
    decideAt(called(situation).state, event, now, { serviceMode })
  const why = serviceMode === 'paused' ? 'paused' : 'sunset'

  it.each(sold)('sells or not: %s', (_, situation, event) => {
    const decision = decide(situation, event)
    if (sells(serviceMode)) expect(decision).not.toMatchObject({ problem: why })
    else expect(decision).toEqual({ ok: false, problem: why })
  })

  it.each(always)('allows %s', (_, situation, event) => {
    expect(decide(situation, event)).toMatchObject({ ok: true })
  })

  it.each(['active: first period', 'trial: followed by a plan', 'prepaid: followed by a plan'])(
    'renews until it is closed: %s',
    (situation) => {
      const { until } = called(situation).state
      const decision = decide(situation, { type: 'until-reached', users: 3 }, until ?? undefined)
      expect(decision).toMatchObject({ next: { status: isClosed(serviceMode) ? 'cancelled' : 'active' } })
    },
  )

  it('begins a trial only while it sells, and honours a voucher at registration', () => {
    const begun = (event: BillingEvent) => decideAt(none.state, event, none.now, { serviceMode })
    const open = serviceMode === 'open'
    expect(begun(confirming)).toMatchObject({ next: { status: open ? 'trial' : 'none' } })
    expect(begun({ ...confirming, coupon })).toMatchObject({ next: { status: open ? 'prepaid' : 'none' } })
    expect(begun({ ...confirming, coupon: voucher })).toMatchObject({ next: { status: 'prepaid' } })
  })
})

it('a coupon is good until the end of its last day where the seller is', () => {
  const last = { ...coupon, validUntil: '2026-11-21' }
  const at = (now: string, zone: string) =>
    decideAt(none.state, { type: 'redeem-coupon', coupon: last, usedBefore: false }, new Date(now), { zone })
      .ok
  expect([
    at('2026-11-21T22:59:59.999Z', 'Europe/Berlin'),
    at('2026-11-21T23:00:00Z', 'Europe/Berlin'),
    at('2026-11-21T10:59:59.999Z', 'Pacific/Auckland'),
    at('2026-11-21T11:00:00Z', 'Pacific/Auckland'),
    at('2026-11-22T07:59:59.999Z', 'America/Los_Angeles'),
  ]).toEqual([true, false, true, false, true])
})

it('a voucher that was refunded opens nothing, whatever its last day', () => {
  const event = { type: 'redeem-coupon', coupon: { ...voucher, isVoid: true }, usedBefore: false } as const
  expect(decideAt(none.state, event, none.now)).toEqual({ ok: false, problem: 'coupon-expired' })
})

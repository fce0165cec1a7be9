import { describe, expect, it } from 'vitest'
import {
  after,
  answered,
  called,
  day,
  decideAt,
  none,
  setUsers,
  subscribing,
  year,
} from '#support/billing-states.ts'
import { noticeEndOf } from './cancel.ts'

const cancel = { type: 'cancel' } as const
const first = answered(after(none, { ...subscribing, interval: year }), 'succeeded')
const second = answered(after(first, { type: 'until-reached', users: 3 }, day('2027-11-21')), 'succeeded')

describe('cancelling', () => {
  it('in the first term keeps its end', () => {
    expect(decideAt(first.state, cancel, day('2027-02-21'))).toMatchObject({
      next: { status: 'pending-expiry', until: new Date('2027-11-21T00:00:00Z') },
      mails: ['subscription-cancelled'],
    })
  })

  it('by a consumer in a later term ends it a month later and gives the rest back', () => {
    const decision = decideAt(second.state, cancel, day('2027-11-21'))
    // 335 of the 366 days from 21 December 2027 on, of 288.00
    expect(decision).toMatchObject({
      next: { status: 'pending-expiry', until: new Date('2027-12-21T00:00:00Z'), creditCents: 0 },
      refunds: [
        {
          key: 'period-2',
          reason: 'notice',
          amount: { netCents: 26_439, vatCents: 5023, grossCents: 31_462 },
        },
      ],
    })
  })

  it('with a month of notice, and not before the day that they want to leave', () => {
    const monthLater = new Date('2027-12-21T00:00:00Z')
    expect(noticeEndOf(day('2027-11-21'), 'UTC')).toEqual(monthLater)
    expect(noticeEndOf(day('2027-11-21'), 'UTC', day('2027-12-20'))).toEqual(monthLater)
    expect(noticeEndOf(day('2027-11-21'), 'UTC', day('2028-03-01'))).toEqual(day('2028-03-01'))
  })

  it('by a business, or within the last month, keeps its end', () => {
    const business = decideAt({ ...second.state, consumer: false }, cancel, day('2027-12-01'))
    expect(business).toMatchObject({ next: { until: new Date('2028-11-21T00:00:00Z') } })
    expect(business).not.toHaveProperty('refunds')
    const last = decideAt(second.state, cancel, day('2028-10-21'))
    expect(last).toMatchObject({ next: { until: new Date('2028-11-21T00:00:00Z') } })
    expect(last).not.toHaveProperty('refunds')
  })

  it('refunds at most the payment: the rest is credit', () => {
    const credited = { ...first, state: { ...first.state, creditCents: 20_000 } }
    const paid = answered(
      after(credited, { type: 'until-reached', users: 3 }, day('2027-11-21')),
      'succeeded',
    )
    const paidByCardCents = 34_272 - 20_000
    expect(paid.state.payments[0]).toMatchObject({ creditCents: 20_000, amount: { grossCents: 34_272 } })
    expect(decideAt(paid.state, cancel, day('2027-11-21'))).toMatchObject({
      refunds: [{ amount: { grossCents: paidByCardCents } }],
      credits: [{ amount: { grossCents: 31_462 - paidByCardCents } }],
      next: { creditCents: 31_462 - paidByCardCents, periodCreditCents: 31_462 - paidByCardCents },
    })
  })

  it('while more users are being paid for ends early: their payment is refunded', () => {
    const at = { ...second, now: day('2028-02-21') }
    const asked = after(at, setUsers(at, 5))
    const left = after(asked, cancel)
    const decision = decideAt(
      left.state,
      {
        type: 'charge-answered',
        key: asked.state.openCharge?.key ?? '',
        news: 'succeeded',
        grossCents: asked.state.openCharge?.dueCents ?? never(),
      },
      left.now,
    )
    expect(decision).toMatchObject({
      refunds: [{ reason: 'late' }],
      next: { licenseCount: 3, openCharge: null },
    })
  })

  it('twice is cancelling once', () => {
    const left = after(second, cancel, day('2027-12-01')).state
    expect(decideAt(left, cancel, day('2027-12-02'))).toEqual({ ok: true, next: left, mails: [] })
  })

  it('can be revoked: it continues from its new end', () => {
    const left = after(second, cancel, day('2027-12-01'))
    const resumed = after(left, { type: 'resume', users: 3 })
    expect(resumed.state).toMatchObject({ status: 'active', until: new Date('2028-01-01T00:00:00Z') })
    const renewed = answered(
      after(resumed, { type: 'until-reached', users: 3 }, day('2028-01-01')),
      'succeeded',
    )
    expect(renewed.state.until).toEqual(new Date('2029-01-01T00:00:00Z'))
    expect(renewed.state.term).toBe(3)
  })
})

const cancelled = (name: string) => decideAt(called(name).state, cancel, called(name).now)

describe('subscriptions that can be cancelled', () => {
  it.each(['none: e-mail not confirmed yet', 'prepaid: by the admin', 'prepaid: by a coupon'])(
    'are those that would be charged: not %s',
    (name) => {
      expect(cancelled(name)).toEqual({ ok: false, problem: 'not-cancellable' })
    },
  )

  it.each(['cancelled', 'pending-expiry: paid', 'trial: cancelled (pending-expiry)'])(
    'do not include cancelled ones, which is no error: %s',
    (name) => {
      expect(cancelled(name)).toEqual({ ok: true, next: called(name).state, mails: [] })
    },
  )

  it.each(['trial: without a card', 'trial: followed by a plan'])(
    'include a trial, which runs out at its end: %s',
    (name) => {
      const { state } = called(name)
      expect(cancelled(name)).toEqual({
        ok: true,
        next: { ...state, status: 'pending-expiry', version: state.version + 1 },
        mails: ['subscription-cancelled'],
      })
    },
  )

  it('include a plan chosen to follow a grant; the grant itself continues', () => {
    const { state } = called('prepaid: followed by a plan')
    expect(cancelled('prepaid: followed by a plan')).toEqual({
      ok: true,
      next: { ...state, nextInterval: null, contractAt: null, version: state.version + 1 },
      mails: ['subscription-cancelled'],
    })
  })
})

describe('cancelling during a charge for more users than a grant covers', () => {
  const planned = called('prepaid: followed by a plan')
  const asked = after(planned, setUsers(planned, 5))

  it('is refused while the charge may be paid', () => {
    expect(asked.state).toMatchObject({ status: 'prepaid', openCharge: { state: 'submitted' } })
    expect(decideAt(asked.state, cancel, asked.now)).toEqual({ ok: false, problem: 'charge-in-flight' })
  })

  it('abandons the charge while the bank asks for it', () => {
    const waiting = answered(asked, 'needs-action')
    expect(decideAt(waiting.state, cancel, waiting.now)).toMatchObject({
      next: { status: 'prepaid', nextInterval: null, openCharge: null },
      voidCharge: waiting.state.openCharge?.key,
      mails: ['subscription-cancelled'],
    })
  })
})

describe('cancelling an active subscription', () => {
  it.each(['active: first period', 'active: more users on their way'])(
    'leaves it its time, and whatever was paid: %s',
    (name) => {
      const { state } = called(name)
      expect(cancelled(name)).toEqual({
        ok: true,
        next: { ...state, status: 'pending-expiry', nextInterval: null, version: state.version + 1 },
        mails: ['subscription-cancelled'],
      })
    },
  )

  it('drops the interval that was chosen for later', () => {
    const { state, now } = after(called('active: first period'), { ...subscribing, interval: year })
    expect(state.nextInterval).toEqual(year)
    expect(decideAt(state, cancel, now)).toMatchObject({ next: { nextInterval: null } })
  })

  it.each(['active: renewal on its way', 'active: renewal unknown'])(
    'waits for the renewal, which may be paid already: %s',
    (name) => {
      const { state } = called(name)
      expect(cancelled(name)).toEqual({
        ok: true,
        next: { ...state, status: 'pending-expiry', version: state.version + 1 },
        mails: ['subscription-cancelled'],
      })
    },
  )

  it.each(['active: past due, soft', 'active: past due, hard', 'active: action required'])(
    'that is not paid ends it at once: %s',
    (name) => {
      expect(cancelled(name)).toMatchObject({
        next: { status: 'cancelled', openCharge: null, until: new Date('2026-12-21T00:00:00Z') },
        voidCharge: 'period-2',
        mails: ['subscription-ended'],
      })
    },
  )

  it('that is not paid ends it even where the clock was set back to before its end', () => {
    const { state } = called('active: past due, soft')
    expect(decideAt(state, cancel, day('2026-12-20'))).toMatchObject({
      next: { status: 'cancelled' },
      mails: ['subscription-ended'],
    })
  })

  it('whose renewal was not tried yet ends it at its date', () => {
    const { state } = called('active: first period')
    const until = state.until as Date
    expect(decideAt(state, cancel, new Date(until.getTime() - 1))).toMatchObject({
      next: { status: 'pending-expiry', until },
    })
    expect(decideAt(state, cancel, until)).toMatchObject({
      next: { status: 'cancelled', until },
      mails: ['subscription-ended'],
    })
  })

  it('a month before its end shortens nothing', () => {
    const { state } = second
    const until = state.until as Date
    for (const [now, refunded] of [
      [day('2028-10-20'), 1],
      [day('2028-10-21'), 0],
      [day('2028-11-01'), 0],
    ] as const) {
      const decision = decideAt(state, cancel, now)
      expect(decision.ok && (decision.refunds ?? [])).toHaveLength(refunded)
      expect(decision).toMatchObject({
        next: refunded ? { until: new Date(until.getTime() - 86_400_000) } : { until },
      })
    }
  })
})

function never(): never {
  throw new Error('nothing was paid')
}

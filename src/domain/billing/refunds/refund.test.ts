import { describe, expect, it, test } from 'vitest'
import type { Payment, SubscriptionState } from '#domain/billing/state.ts'
import { decide } from '#domain/billing/subscription-machine.ts'
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
import { refundOffer, withdrawableUntil } from './refund.ts'
import { undoPayments } from './refund-orders.ts'

const refund = { type: 'refund' } as const
const atTime = (situation: Situation, now: Date): Situation => ({ ...situation, now })
const grossOf = (decision: ReturnType<typeof decideAt>) =>
  decision.ok
    ? (decision.refunds ?? []).map(({ key, amount, alsoCents }) => [key, amount.grossCents + alsoCents])
    : decision.problem

const offerAt = (state: SubscriptionState, now: Date) => refundOffer(state, { ...context, now })

describe('within seven days of the charge', () => {
  it('everything is refunded and the subscription ends', () => {
    const last = new Date('2026-11-28T11:59:59.999Z')
    expect(grossOf(decideAt(active.state, refund, last))).toEqual([['period-1', 3570]])
    expect(decideAt(active.state, refund, day('2026-11-28'))).toEqual({
      ok: false,
      problem: 'refund-too-late',
    })
    expect(offerAt(active.state, last)).toEqual({
      until: day('2026-11-28'),
      grossCents: 3570,
      creditCents: 0,
      ends: true,
    })
  })

  it('including the payment for more users since, and without the credit for fewer', () => {
    const more = answered(after(active, setUsers(active, 10)), 'succeeded')
    const fewer = after(more, setUsers(more, 2))
    expect(fewer.state.creditCents).toBeGreaterThan(0)
    const decision = decideAt(fewer.state, refund, fewer.now)
    const paid = fewer.state.payments.map(({ key, amount }) => [key, amount.grossCents])
    expect(grossOf(decision)).toEqual(paid.toReversed())
    expect(decision).toMatchObject({ next: { status: 'cancelled', creditCents: 0 } })
  })

  it('and a credit that paid for it is a credit again', () => {
    const credited = { ...none, state: { ...none.state, creditCents: 1200 } }
    const paid = answered(after(credited, subscribing), 'succeeded')
    expect(paid.state.creditCents).toBe(0)
    const decision = decideAt(paid.state, refund, paid.now)
    expect(grossOf(decision)).toEqual([['period-1', 2370]])
    expect(decision).toMatchObject({ next: { creditCents: 1200 } })
    // all of it paid by credit: only credit is returned
    const rich = after({ ...none, state: { ...none.state, creditCents: 5000 } }, subscribing)
    expect(rich.state).toMatchObject({ status: 'active', creditCents: 5000 - 3570 })
    const returned = decideAt(rich.state, refund, rich.now)
    expect(returned).toMatchObject({ next: { status: 'cancelled', creditCents: 5000 } })
    expect(returned).not.toHaveProperty('refunds')
  })
})

describe('later', () => {
  const more = answered(
    after(atTime(active, day('2026-12-05')), setUsers(atTime(active, day('2026-12-05')), 10)),
    'succeeded',
  )

  it('users bought last go back alone, once', () => {
    const decision = decideAt(more.state, refund, day('2026-12-10'))
    expect(grossOf(decision)).toEqual([
      [more.state.payments[1]?.key, more.state.payments[1]?.amount.grossCents],
    ])
    expect(decision).toMatchObject({ next: { status: 'active', licenseCount: 3, creditCents: 0 } })
    expect(offerAt(more.state, day('2026-12-10'))).toEqual({
      until: day('2026-12-12'),
      grossCents: more.state.payments[1]?.amount.grossCents,
      creditCents: 0,
      ends: false,
    })
    const back = after(more, refund, day('2026-12-10'))
    const again = answered(after(back, setUsers(back, 10)), 'succeeded')
    expect(decideAt(again.state, refund, again.now)).toEqual({ ok: false, problem: 'refund-too-late' })
  })

  it('once, though credit alone paid for them', () => {
    const many = answered(after(none, { ...subscribing, interval: year, users: 20 }), 'succeeded')
    let alone = after(many, setUsers(many, 1))
    const allowed: boolean[] = []
    for (let round = 1; round <= 3; round += 1) {
      const bought = atTime(alone, new Date(alone.now.getTime() + 8 * 86_400_000))
      const more = after(bought, setUsers(bought, 15))
      expect(more.state).toMatchObject({ licenseCount: 15, openCharge: null })
      const later = atTime(more, new Date(more.now.getTime() + 6 * 86_400_000))
      const decision = decideAt(later.state, refund, later.now)
      allowed.push(decision.ok)
      const left = decision.ok ? { ...later, state: decision.next } : later
      alone = after(left, setUsers(left, 1))
    }
    expect(allowed).toEqual([true, false, false])
  })

  it('not when some of them were credited already', () => {
    const fewer = after(more, setUsers(more, 9))
    expect(decideAt(fewer.state, refund, fewer.now)).toEqual({ ok: false, problem: 'refund-too-late' })
    const moreAgain = answered(after(fewer, setUsers(fewer, 10)), 'succeeded')
    // a small addition, paid by credit: it can be returned separately
    expect(decideAt(moreAgain.state, refund, moreAgain.now)).toMatchObject({
      ok: true,
      next: { licenseCount: 9 },
    })
  })
})

describe('a consumer withdraws', () => {
  const withdraw = { type: 'withdraw' } as const

  it('until the end of the fourteenth day after the contract', () => {
    expect(withdrawableUntil(day('2026-11-21'), 'UTC')).toEqual(new Date('2026-12-06T00:00:00Z'))
    expect(withdrawableUntil(day('2026-11-21'), 'Europe/Berlin')).toEqual(new Date('2026-12-05T23:00:00Z'))
    const last = new Date('2026-12-05T23:59:59.999Z')
    expect(grossOf(decideAt(active.state, withdraw, last))).toEqual([['period-1', 3570]])
    expect(grossOf(decideAt(active.state, withdraw, new Date('2026-12-06T00:00:00Z')))).toBe('no-withdrawal')
  })

  it('and a business does not', () => {
    expect(grossOf(decideAt({ ...active.state, consumer: false }, withdraw, active.now))).toBe(
      'no-withdrawal',
    )
  })

  it('gets the rest that was not refunded before', () => {
    const more = answered(
      after(atTime(active, day('2026-11-29')), setUsers(atTime(active, day('2026-11-29')), 10)),
      'succeeded',
    )
    const undone = after(more, refund, day('2026-11-30'))
    expect(grossOf(decideAt(undone.state, withdraw, day('2026-12-01')))).toEqual([['period-1', 3570]])
  })
})

describe('a refund', () => {
  const asked = (name: string) => decideAt(called(name).state, refund, called(name).now)

  it.each([
    ['none: e-mail not confirmed yet', 'refund-too-late'],
    ['trial: followed by a plan', 'refund-too-late'],
    ['prepaid: followed by a plan', 'refund-too-late'],
    ['cancelled', 'refund-too-late'],
    ['cancelled: subscribing again, on its way', 'refund-too-late'],
    ['active: second year', 'refund-too-late'],
    ['active: more users on their way', 'charge-in-flight'],
    ['active: renewal on its way', 'charge-in-flight'],
    ['active: renewal unknown', 'charge-in-flight'],
    ['active: past due, soft', 'payment-overdue'],
    ['active: action required', 'payment-overdue'],
  ])('is refused for %s: %s', (name, problem) => {
    expect(asked(name)).toEqual({ ok: false, problem })
  })

  it.each(['active: first period', 'pending-expiry: paid'])('ends %s with a mail', (name) => {
    expect(asked(name)).toMatchObject({
      next: { status: 'cancelled', creditCents: 0 },
      refunds: [{ key: 'period-1', reason: 'promise', amount: { grossCents: 3570 } }],
      mails: ['subscription-refunded'],
    })
  })

  it('abandons a charge that the bank still asks about', () => {
    const waiting = called('active: more users, waiting for the bank')
    expect(asked('active: more users, waiting for the bank')).toMatchObject({
      next: { status: 'cancelled', openCharge: null },
      voidCharge: waiting.state.openCharge?.key,
    })
  })

  it('of the users bought last keeps the others, and is announced by mail', () => {
    const at = { ...active, now: day('2026-12-05') }
    const included = { ...at, state: { ...at.state, includedLicenses: 2, licenseCount: 5, creditCents: 10 } }
    const more = answered(after(included, setUsers(included, 12)), 'succeeded')
    const paid = more.state.payments[1]
    expect(paid).toMatchObject({ kind: 'seats', creditCents: 10 })
    const decision = decideAt(more.state, refund, day('2026-12-06'))
    expect(decision).toMatchObject({
      next: { status: 'active', licenseCount: 5, includedLicenses: 2, creditCents: 10 },
      refunds: [
        { key: paid?.key, reason: 'promise', amount: { grossCents: (paid?.amount.grossCents ?? 0) - 10 } },
      ],
      credits: [{ key: paid?.key, amount: { grossCents: 10 } }],
      mails: ['users-changed'],
    })
    const again = answered(after(more, setUsers(more, 13)), 'succeeded')
    const left = after(again, refund, day('2026-12-06')).state.payments
    expect(left.map(({ key }) => key)).toEqual(again.state.payments.map(({ key }) => key))
    // the credit is returned once, even if the period is undone later
    const back = after(more, refund, day('2026-12-06'))
    expect(undoPayments(back.state.payments, 'withdrawal')).toMatchObject({
      refunds: [{ key: 'period-1' }],
      balanceCents: 0,
    })
    expect(decideAt(more.state, refund, day('2026-12-12'))).toEqual({ ok: false, problem: 'refund-too-late' })
  })

  it('is of all that was paid first, and of the users bought last after that', () => {
    const more = answered(called('active: more users on their way'), 'succeeded')
    const [period, seats] = more.state.payments
    const all = (period?.amount.grossCents ?? 0) + (seats?.amount.grossCents ?? 0)
    expect(offerAt(more.state, more.now)).toMatchObject({
      until: day('2026-11-28'),
      grossCents: all,
      ends: true,
    })
    expect(offerAt(more.state, day('2026-12-01'))).toMatchObject({
      until: day('2026-12-03'),
      grossCents: seats?.amount.grossCents,
      ends: false,
    })
    expect(offerAt(more.state, day('2026-12-03'))).toBeUndefined()
    expect(offerAt(none.state, none.now)).toBeUndefined()
  })
})

describe('the refundable amount', () => {
  const more = answered(called('active: more users on their way'), 'succeeded').state
  const [period, seats] = more.payments as [Payment, Payment]
  const tooLate = { ok: false, problem: 'refund-too-late' }

  it.each([
    [0, 3570],
    [3569, 1],
  ])(
    'is nothing of a period that a balance of %i and %i cents by card paid, which are back',
    (creditCents, refundedCents) => {
      const state = { ...active.state, payments: [{ ...period, creditCents, refundedCents }] }
      expect(offerAt(state, active.now)).toBeUndefined()
      expect(decideAt(state, refund, active.now)).toEqual(tooLate)
    },
  )

  it('is a last cent of it', () => {
    const state = { ...active.state, payments: [{ ...period, creditedNetCents: 2999, refundedCents: 3569 }] }
    expect(offerAt(state, active.now)).toMatchObject({ until: day('2026-11-28'), grossCents: 1, ends: true })
  })

  it('is nothing without a payment', () => {
    const state = { ...active.state, payments: [] }
    expect(offerAt(state, active.now)).toBeUndefined()
    expect(decideAt(state, refund, active.now)).toEqual(tooLate)
  })

  it.each([500, 3000])(
    'is the payment for more users, even if %i cents of the period were refunded',
    (cents) => {
      const state = {
        ...more,
        payments: [{ ...period, creditedNetCents: cents, refundedCents: cents }, seats],
      }
      expect(offerAt(state, day('2026-12-01'))).toMatchObject({ until: day('2026-12-03'), ends: false })
      expect(decideAt(state, refund, day('2026-12-01'))).toMatchObject({
        next: { status: 'active', licenseCount: 3 },
        refunds: [{ key: seats.key, amount: seats.amount }],
      })
    },
  )

  it('is the users alone once the seven days of the period have passed, and all of it before', () => {
    const over = day('2026-11-28')
    expect(decideAt(more, refund, over)).toMatchObject({ next: { status: 'active', licenseCount: 3 } })
    const before = decideAt(more, refund, new Date(over.getTime() - 1))
    expect(before).toMatchObject({ next: { status: 'cancelled' } })
    const whole = decideAt(
      { ...more, payments: [{ ...period, creditedNetCents: 3000, refundedCents: 3570 }, seats] },
      refund,
      active.now,
    )
    expect(whole).toMatchObject({ next: { status: 'active' }, refunds: [{ key: seats.key }] })
  })

  it.each([
    ['one of them has left without a credit', { licenseCount: 4 }],
    ['users were credited since', { periodCreditCents: 40 }],
    ['a cent of them is back', { payments: [period, { ...seats, creditedNetCents: 1, refundedCents: 1 }] }],
  ])('is none of the users bought last where %s', (_, changes) => {
    expect(decideAt({ ...more, ...changes }, refund, day('2026-12-01'))).toEqual(tooLate)
  })

  it('leaves the credit that paid for the period in place, and orders no empty refund', () => {
    const rich = { ...more, payments: [{ ...period, creditCents: 1200 }, seats] }
    const decision = decideAt(rich, refund, day('2026-12-01'))
    expect(decision).toMatchObject({ next: { creditCents: 0, payments: [{ creditCents: 1200 }, {}] } })
    const byCredit = { ...more, payments: [period, { ...seats, creditCents: seats.amount.grossCents }] }
    const returned = decideAt(byCredit, refund, day('2026-12-01'))
    expect(returned).toMatchObject({
      next: { licenseCount: 3, creditCents: seats.amount.grossCents },
      mails: ['users-changed'],
    })
    expect(returned).not.toHaveProperty('refunds')
  })
})

describe('a withdrawal', () => {
  const withdraw = { type: 'withdraw' } as const
  const asked = (name: string) => decideAt(called(name).state, withdraw, called(name).now)

  it.each([
    ['trial: without a card', 'no-withdrawal'],
    ['prepaid: by a coupon', 'no-withdrawal'],
    ['cancelled', 'no-withdrawal'],
    ['active: more users on their way', 'charge-in-flight'],
  ])('is refused for %s: %s', (name, problem) => {
    expect(asked(name)).toEqual({ ok: false, problem })
  })

  it.each(['active: first period', 'pending-expiry: paid'])('ends %s and gives all of it back', (name) => {
    expect(asked(name)).toMatchObject({
      next: { status: 'cancelled' },
      refunds: [{ key: 'period-1', reason: 'withdrawal', amount: { grossCents: 3570 } }],
      mails: ['withdrawal-confirmed'],
    })
  })

  it.each(['trial: followed by a plan', 'trial: cancelled (pending-expiry)', 'prepaid: followed by a plan'])(
    'from a plan only chosen keeps the rest its time: %s',
    (name) => {
      const { state } = called(name)
      expect(asked(name)).toEqual({
        ok: true,
        next: { ...state, nextInterval: null, contractAt: null, version: state.version + 1 },
        mails: ['withdrawal-confirmed'],
      })
    },
  )

  it.each(['trial: without a card', 'prepaid: by the admin'])(
    'ends a plan that followed %s with an unpaid first period',
    (name) => {
      const { state } = called(name)
      const over = state.until?.getTime() ?? 0
      const planned = after(called(name), subscribing, new Date(over - 5 * 86_400_000))
      const renewed = after(planned, { type: 'until-reached', users: 3 }, new Date(over))
      const unpaid = answered(renewed, 'declined-soft')
      expect(unpaid.state).toMatchObject({ status: 'active', cycle: null })
      expect(decideAt(unpaid.state, withdraw, unpaid.now)).toMatchObject({
        next: { status: 'cancelled', openCharge: null, nextInterval: null },
        voidCharge: unpaid.state.openCharge?.key,
        mails: ['withdrawal-confirmed'],
      })
    },
  )

  it('waits for the answer of a charge during a grant', () => {
    const planned = called('prepaid: followed by a plan')
    const asking = after(planned, setUsers(planned, 5))
    expect(grossOf(decideAt(asking.state, withdraw, asking.now))).toBe('charge-in-flight')
  })

  it('abandons a charge that the bank asks about', () => {
    const planned = called('prepaid: followed by a plan')
    const waiting = answered(after(planned, setUsers(planned, 5)), 'needs-action')
    expect(decideAt(waiting.state, withdraw, waiting.now)).toMatchObject({
      next: { status: 'prepaid', openCharge: null },
      voidCharge: waiting.state.openCharge?.key,
    })
  })
})

test.each([
  ['more days than when it was paid', undefined, 30, '2026-11-28T12:00:00Z', false],
  ['fewer days than when it was paid', 30, undefined, '2026-12-20T12:00:00Z', true],
  ['fewer days, and those it was paid with are over', 30, undefined, '2026-12-21T12:00:00Z', false],
])('%s: a charge keeps its refund period', (_, paidWith, now, at, isRefunded) => {
  const asked = after(none, subscribing)
  const { key = '', dueCents: grossCents = 0 } = asked.state.openCharge ?? {}
  const answer = { type: 'charge-answered', key, news: 'succeeded', grossCents, attempt: 1 } as const
  const on = (days: number | undefined, moment: Date) => ({
    ...context,
    now: moment,
    ...(days && { refundDays: days }),
  })
  const paid = decide(asked.state, answer, on(paidWith, new Date('2026-11-21T12:00:00Z')))
  expect(paid.ok && decide(paid.next, { type: 'refund' }, on(now, new Date(at))).ok).toBe(isRefunded)
})

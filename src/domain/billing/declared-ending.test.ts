import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  confirming,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  subscribing,
  year,
} from '#support/billing-states.ts'
import type { DeclarationAcceptedEvent, EarlierPayment } from './imposed-ending.ts'
import type { Payment } from './state.ts'

const midnight = (date: string) => new Date(`${date}T00:00:00Z`)

/** Accepts a declaration made at an earlier moment. */
function accepted(
  { state, now }: Situation,
  declared: DeclarationAcceptedEvent['declared'],
  declaredAt: Date,
  more: Partial<DeclarationAcceptedEvent> = {},
) {
  const event = { type: 'declaration-accepted', declared, declaredAt, earlier: [], ...more } as const
  return decideAt(state, event, now)
}

/** The returned amounts by charge: net, as refund or credit. */
function backOf(decision: ReturnType<typeof decideAt>) {
  if (!decision.ok) return decision.problem
  const { refunds = [], credits = [] } = decision
  return [
    ...refunds.map(({ key, reason, amount }) => [key, reason, amount.netCents]),
    ...credits.map(({ key, amount }) => [key, 'balance', amount.netCents]),
  ]
}

/** Three users, yearly, in the third term; the first two are paid and over. */
const first = answered(after(none, { ...subscribing, interval: year }), 'succeeded')
const second = answered(after(first, { type: 'until-reached', users: 3 }, day('2027-11-21')), 'succeeded')
const third: Situation = {
  ...answered(after(second, { type: 'until-reached', users: 3 }, day('2028-11-21')), 'succeeded'),
  now: day('2028-12-01'),
}
const earlierPayment = (
  { state }: Situation,
  from: string,
  until: string,
  change: Partial<Payment> = {},
): EarlierPayment => ({
  payment: { ...(state.payments[0] as Payment), ...change },
  from: midnight(from),
  until: midnight(until),
  credited: [],
})
const firstYear = earlierPayment(first, '2026-11-21', '2027-11-21')
const secondYear = earlierPayment(second, '2027-11-21', '2028-11-21')
const earlier = [firstYear, secondYear]

describe('a declaration that is accepted', () => {
  it.each(['ordinary', 'extraordinary', 'withdrawal'] as const)(
    'waits for a charge in progress: %s',
    (declared) => {
      const { state, now } = called('active: more users on their way')
      expect(accepted({ state, now }, declared, now)).toEqual({ ok: false, problem: 'charge-in-flight' })
    },
  )

  it('does not end a missing subscription, nor an ended one again', () => {
    expect(accepted(none, 'extraordinary', none.now)).toEqual({ ok: false, problem: 'not-cancellable' })
    const { state, now } = called('cancelled')
    expect(accepted({ state, now }, 'extraordinary', now)).toEqual({ ok: true, next: state, mails: [] })
  })

  it.each([
    ['ordinary', 'not-cancellable'],
    ['extraordinary', 'not-cancellable'],
    ['withdrawal', 'no-withdrawal'],
  ] as const)('ends no contract that was made after it: %s', (declared, problem) => {
    const { contractAt } = active.state
    const before = new Date((contractAt as Date).getTime() - 1)
    expect(accepted(active, declared, before)).toEqual({ ok: false, problem })
    expect(accepted(active, declared, contractAt as Date)).toMatchObject({ ok: true })
  })

  it('of a withdrawal counts from its receipt, and gives back all that was paid under the contract', () => {
    const before = { payment: { ...(active.state.payments[0] as Payment), key: 'period-0' } }
    const paid = { ...before, from: midnight('2026-10-21'), until: midnight('2026-11-21'), credited: [] }
    const late = { ...active, now: day('2026-12-20') }
    const decision = accepted(late, 'withdrawal', day('2026-11-26'), { earlier: [paid] })
    expect(decision).toMatchObject({ next: { status: 'cancelled' }, mails: ['withdrawal-confirmed'] })
    expect(backOf(decision)).toEqual([
      ['period-1', 'withdrawal', 3000],
      ['period-0', 'withdrawal', 3000],
    ])
    expect(backOf(accepted(called('trial: without a card'), 'withdrawal', day('2026-11-26')))).toBe(
      'no-withdrawal',
    )
  })
})

describe('a cancellation that is accepted late', () => {
  it('ends it as it would have ended it at its receipt', () => {
    const later = { ...second, now: day('2027-12-20') }
    const decision = accepted(later, 'ordinary', day('2027-12-01'))
    expect(decision).toMatchObject({ next: { status: 'pending-expiry', until: midnight('2028-01-01') } })
  })

  it('but not before the day that they named, and a day that was over names none', () => {
    const named = (notBefore: Date) =>
      accepted({ ...second, now: day('2027-12-02') }, 'ordinary', day('2027-12-01'), { notBefore })
    expect(named(day('2028-03-01'))).toMatchObject({ next: { until: day('2028-03-01') } })
    expect(named(day('2027-01-01'))).toMatchObject({ next: { until: midnight('2028-01-01') } })
    const until = second.state.until as Date
    expect(named(until)).toMatchObject({ next: { status: 'pending-expiry', until } })
    expect(named(new Date(until.getTime() + 1))).toEqual({ ok: false, problem: 'not-cancellable' })
  })

  it('beyond the end of an already cancelled one changes nothing', () => {
    const { state, now } = called('pending-expiry: paid')
    const notBefore = day('2027-03-01')
    expect(accepted({ state, now }, 'ordinary', now, { notBefore })).toEqual({
      ok: true,
      next: state,
      mails: [],
    })
    const left = accepted({ state, now }, 'extraordinary', now, { notBefore })
    expect(left).toMatchObject({ next: { status: 'pending-expiry', until: state.until } })
    expect(backOf(left)).toEqual([])
  })

  it.each([day('2026-12-01'), day('2026-12-22')])(
    'ends a renewal that is overdue at once, whenever it was declared: %j',
    (declaredAt) => {
      const { state } = called('active: past due, soft')
      const decision = accepted({ state, now: day('2026-12-23') }, 'ordinary', declaredAt, {
        notBefore: declaredAt,
      })
      expect(decision).toMatchObject({
        next: { status: 'cancelled', until: midnight('2026-12-21') },
        voidCharge: 'period-2',
      })
    },
  )

  it('during a trial lets the first term run that has begun since', () => {
    const planned = after(after(none, confirming), subscribing)
    const paid = answered(after(planned, { type: 'until-reached', users: 1 }, day('2026-12-06')), 'succeeded')
    const decision = accepted({ ...paid, now: day('2026-12-10') }, 'ordinary', day('2026-12-01'))
    expect(decision).toMatchObject({ next: { status: 'pending-expiry', until: paid.state.until } })
    expect(backOf(decision)).toEqual([])
  })
})

describe('a period that has begun since a cancellation', () => {
  it('is undone; the one before was a first term and runs to its end', () => {
    const late = { ...second, now: day('2028-01-10') }
    const decision = accepted(late, 'ordinary', day('2027-11-01'), { earlier: [firstYear] })
    expect(decision).toMatchObject({
      next: { status: 'cancelled', until: late.now, creditCents: 0 },
      mails: ['subscription-refunded'],
    })
    expect(backOf(decision)).toEqual([['period-2', 'declared', 28_800]])
  })

  it('is undone, and the rest of the one before, after a month of notice, is refunded too', () => {
    // 143 of 366 days, from 1 July 2028 on
    expect(backOf(accepted(third, 'ordinary', day('2028-06-01'), { earlier }))).toEqual([
      ['period-3', 'declared', 28_800],
      ['period-2', 'declared', 11_252],
    ])
  })

  it('and is for consumers only: a business keeps its paid time', () => {
    const business = { ...third, state: { ...third.state, consumer: false } }
    expect(backOf(accepted(business, 'ordinary', day('2028-06-01'), { earlier }))).toEqual([
      ['period-3', 'declared', 28_800],
    ])
  })

  it('is each of them: whatever came after the first term', () => {
    const decision = accepted(third, 'ordinary', day('2027-06-01'), { earlier })
    expect(backOf(decision)).toEqual([
      ['period-3', 'declared', 28_800],
      ['period-2', 'declared', 28_800],
    ])
  })

  it('is none that began at the moment of the declaration', () => {
    const atStart = midnight('2027-11-21')
    expect(accepted({ ...second, now: day('2027-12-01') }, 'ordinary', atStart)).toMatchObject({
      next: { status: 'pending-expiry', until: midnight('2027-12-21') },
    })
    // 336 of 366 days, from 21 December 2027 on
    expect(backOf(accepted(third, 'ordinary', atStart, { earlier }))).toEqual([
      ['period-3', 'declared', 28_800],
      ['period-2', 'declared', 26_439],
    ])
  })

  it('gives back users that were added after it, who make no term', () => {
    const seats = earlierPayment(second, '2028-08-01', '2028-11-21', { key: 'seats-9', kind: 'seats' })
    const decision = accepted(third, 'ordinary', day('2028-06-01'), { earlier: [...earlier, seats] })
    expect(backOf(decision)).toEqual([
      ['period-3', 'declared', 28_800],
      ['seats-9', 'declared', 28_800],
      ['period-2', 'declared', 11_252],
    ])
  })

  it('for good cause refunds everything after its receipt', () => {
    // 172.5 of 366 days, from noon of 1 June 2028 on; the first term is over
    expect(backOf(accepted(third, 'extraordinary', day('2028-06-01'), { earlier }))).toEqual([
      ['period-3', 'declared', 28_800],
      ['period-2', 'declared', 13_574],
    ])
    // of the first term as well: the notice period does not apply
    expect(
      backOf(
        accepted({ ...second, now: day('2027-12-01') }, 'extraordinary', day('2027-11-11'), {
          earlier: [firstYear],
        }),
      ),
    ).toEqual([
      ['period-2', 'declared', 28_800],
      ['period-1', 'declared', 750],
    ])
  })

  it.each([
    // one user, 96.00 a year, for 92.5 of 365 days
    ['2027-08-20', 2433],
    // ten users, 864.00 a year, for 245.5 days, less nine of them for the 182.5 from 22 May on
    ['2027-03-20', 19_713],
  ])(
    'credits no day twice of users who were credited before: from %s on %i go back',
    (declaredOn, netCents) => {
      const ten = answered(after(none, { ...subscribing, interval: year, users: 10 }), 'succeeded')
      const left = { ...ten, now: day('2027-05-22') }
      const one = after(left, setUsers(left, 1))
      const [paid] = one.state.payments as [Payment]
      const next = answered(after(one, { type: 'until-reached', users: 1 }, day('2027-11-21')), 'succeeded')
      const credited = [{ at: left.now, netCents: paid.creditedNetCents }]
      const firstTerm = { ...earlierPayment(one, '2026-11-21', '2027-11-21'), credited }
      const decision = accepted(next, 'extraordinary', day(declaredOn), { earlier: [firstTerm] })
      expect(backOf(decision)).toContainEqual(['period-1', 'declared', netCents])
    },
  )

  it('refunds to the balance what it paid, and of credited amounts only the rest', () => {
    const byBalance = {
      ...earlierPayment(second, '2027-11-21', '2028-11-21', {
        creditCents: (second.state.payments[0] as Payment).amount.grossCents,
        creditedNetCents: 14_400,
        creditedVatCents: 2736,
      }),
      credited: [{ at: midnight('2027-11-21'), netCents: 14_400 }],
    }
    const [running] = third.state.payments as [Payment]
    const state = { ...third.state, payments: [{ ...running, creditCents: running.amount.grossCents }] }
    const decision = accepted({ ...third, state }, 'ordinary', day('2028-06-01'), { earlier: [byBalance] })
    expect(backOf(decision)).toEqual([
      ['period-3', 'balance', 28_800],
      ['period-2', 'balance', 5626],
    ])
    expect(decision).toMatchObject({ next: { creditCents: 34_272 + 6695 } })
  })
})

describe('a good cause', () => {
  it('ends it at once, and refunds the payment for the time after its receipt', () => {
    const decision = accepted({ ...active, now: day('2026-12-10') }, 'extraordinary', day('2026-12-06'))
    expect(decision).toMatchObject({
      next: { status: 'cancelled', until: day('2026-12-10') },
      mails: ['subscription-ended'],
    })
    // 14.5 of 30 days
    expect(backOf(decision)).toEqual([['period-1', 'declared', 1450]])
  })

  it('may name a day: it runs up to that, and not beyond', () => {
    const notBefore = day('2026-12-06')
    const decision = accepted(active, 'extraordinary', day('2026-11-26'), { notBefore })
    expect(decision).toMatchObject({
      next: { status: 'pending-expiry', until: notBefore, nextInterval: null },
      mails: ['subscription-cancelled'],
    })
    expect(backOf(decision)).toEqual([['period-1', 'declared', 1450]])
    const atOnce = accepted({ ...active, now: notBefore }, 'extraordinary', day('2026-11-26'), { notBefore })
    expect(atOnce).toMatchObject({ next: { status: 'cancelled' } })
  })

  it('ends a grant at once if no future day was named', () => {
    const { state, now } = called('prepaid: by the admin')
    expect(accepted({ state, now }, 'extraordinary', now)).toMatchObject({
      next: { status: 'cancelled' },
      mails: ['subscription-ended'],
    })
  })

  it('refunds the rest paid by balance as credit, whatever else is on it', () => {
    const [payment] = active.state.payments as [Payment]
    const state = { ...active.state, creditCents: 7, payments: [{ ...payment, creditCents: 3570 }] }
    const decision = accepted({ state, now: day('2026-12-06') }, 'extraordinary', day('2026-12-06'))
    expect(decision).toMatchObject({ next: { status: 'cancelled', creditCents: 7 + 1726 } })
  })

  it.each([
    [
      'users were ordered that the bank asks about',
      { ...called('active: more users, waiting for the bank'), now: day('2026-12-08') },
      'seats-3',
    ],
    [
      'a renewal is overdue since',
      { ...called('active: past due, soft'), now: day('2026-12-22') },
      'period-2',
    ],
  ])('refunds the payment even while %s', (_, situation, voidCharge) => {
    const decision = accepted(situation, 'extraordinary', day('2026-12-06'))
    expect(decision).toMatchObject({ next: { status: 'cancelled', openCharge: null }, voidCharge })
    expect(backOf(decision)).toEqual([['period-1', 'declared', 1450]])
  })

  it('refunds nothing if nothing was paid at the declaration', () => {
    const overdue = { ...called('active: past due, soft'), now: day('2026-12-24') }
    expect(backOf(accepted(overdue, 'extraordinary', day('2026-12-23')))).toEqual([])
  })
})

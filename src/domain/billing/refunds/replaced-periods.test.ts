import { describe, expect, it } from 'vitest'
import type { Decision } from '#domain/billing/decision.ts'
import type { BillingEvent } from '#domain/billing/subscription-machine.ts'
import {
  after,
  answered,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  subscribing,
  year,
} from '#support/billing-states.ts'

const quarter = { value: 3, unit: 'm' } as const
const refund = { type: 'refund' } as const
const withdraw = { type: 'withdraw' } as const

const at = (situation: Situation, date: string): Situation => ({ ...situation, now: day(date) })
const atOnce = (situation: Situation, interval: { value: number; unit: 'm' | 'y' }) =>
  answered(after(situation, { ...subscribing, users: 60, interval, atOnce: true }), 'succeeded')
const backOf = (decision: Decision) =>
  decision.ok
    ? (decision.refunds ?? []).map(({ key, amount, alsoCents }) => [key, amount.grossCents, alsoCents])
    : decision.problem

/** One user, monthly, from 1 December, a month of 31 days. */
const month = answered(after(at(none, '2026-12-01'), { ...subscribing, users: 1 }), 'succeeded')
/** Two longer intervals within minutes, ten days later. */
const twice = atOnce(atOnce(at(month, '2026-12-11'), quarter), year)

describe('a refund of a period that began at once', () => {
  it('refunds to the card what it paid within seven days for the periods before; earlier payments stay credit', () => {
    const decision = decideAt(twice.state, refund, day('2026-12-12'))
    // 10.00 for the month, of which 21 of 31 days are credit; 27.00 for three months; 96.00 for a year
    expect(backOf(decision)).toEqual([
      ['period-3', 8211, 0],
      ['period-2', 0, 2407],
    ])
    expect(decision).toMatchObject({
      next: { status: 'cancelled', creditCents: 806, payments: [], replacedPayments: [] },
      credits: [{ key: 'period-3', amount: { grossCents: 3213 } }],
    })
  })

  it('gives all of it back where all of it was paid within seven days, also for the days before', () => {
    const soon = atOnce(atOnce(at(month, '2026-12-03'), quarter), year)
    const decision = decideAt(soon.state, refund, day('2026-12-07'))
    // two of 31 days were not credited before
    expect(backOf(decision)).toEqual([
      ['period-3', 8211, 0],
      ['period-2', 0, 2100],
      ['period-1', 77, 1113],
    ])
    expect(decision).toMatchObject({ next: { creditCents: 0 } })
  })

  it('counts the seven days of each charge separately', () => {
    const later = atOnce(at(atOnce(at(month, '2026-12-02'), quarter), '2026-12-08'), year)
    const before = new Date(day('2026-12-09').getTime() - 1)
    expect(decideAt(later.state, refund, before)).toMatchObject({
      refunds: [{ key: 'period-3' }, { key: 'period-2' }],
    })
    expect(decideAt(later.state, refund, day('2026-12-09'))).toMatchObject({
      next: { creditCents: later.state.payments[0]?.creditCents },
      refunds: [{ key: 'period-3' }],
    })
  })

  it('refunds the payment for more users before, and deducts the credit for fewer', () => {
    const more = answered(after(at(month, '2026-12-09'), setUsers(at(month, '2026-12-09'), 9)), 'succeeded')
    const fewer = after(at(more, '2026-12-10'), setUsers(at(more, '2026-12-10'), 2))
    const [, seats] = more.state.payments
    const decision = decideAt(atOnce(at(fewer, '2026-12-11'), year).state, refund, day('2026-12-12'))
    const back = backOf(decision) as [string, number, number][]
    expect(back.map(([key]) => key)).toEqual(['period-2', seats?.key])
    expect((back[1]?.[1] ?? 0) + (back[1]?.[2] ?? 0)).toBe(seats?.amount.grossCents)
    // the rest is the credited part of the month's own price
    expect(decision).toMatchObject({ next: { creditCents: 806 } })
  })

  it('does not repeat earlier refunds', () => {
    const [, ofQuarter] = twice.state.replacedPayments
    const back = (event: BillingEvent) => {
      const { state } = after(twice, event)
      return backOf(decideAt(state, refund, day('2026-12-12')))
    }
    const key = ofQuarter?.key ?? ''
    expect(back({ type: 'refunded-elsewhere', key, grossCents: 2407 })).toEqual([['period-3', 8211, 0]])
    expect(back({ type: 'charged-back', key })).toEqual([['period-3', 8211, 0]])
    expect(back({ type: 'refunded-elsewhere', key, grossCents: 7 })).toEqual([
      ['period-3', 8211, 0],
      ['period-2', 0, 2400],
    ])
  })

  it('includes tax that was not owed for an earlier period', () => {
    const { state } = after(atOnce(at(month, '2026-12-03'), year), {
      type: 'vat-confirmed',
      key: 'period-1',
      vatCents: 12,
      cardCents: 12,
    })
    const [, first] = backOf(decideAt(state, refund, day('2026-12-04'))) as [string, number, number][]
    expect((first?.[1] ?? 0) + (first?.[2] ?? 0)).toBe(1190 - 12)
  })

  it('stops at a renewal, and at the end', () => {
    const over = twice.state.until ?? new Date(0)
    const renewed = answered(after(twice, { type: 'until-reached', users: 1 }, over), 'succeeded')
    expect([twice.state.replacedPayments.length, renewed.state.replacedPayments]).toEqual([2, []])
    expect(after(twice, { type: 'purge' }).state.replacedPayments).toEqual([])
  })
})

describe('a withdrawal from a period that began at once', () => {
  it('refunds the payments under each agreement that is at most 14 days old, whatever the day of the charge', () => {
    const within = decideAt(twice.state, withdraw, day('2026-12-14'))
    expect((backOf(within) as unknown[][]).map(([key]) => key)).toEqual(['period-3', 'period-2', 'period-1'])
    expect(within).toMatchObject({ next: { creditCents: 0 } })
    const later = decideAt(twice.state, withdraw, day('2026-12-25'))
    expect((backOf(later) as unknown[][]).map(([key]) => key)).toEqual(['period-3', 'period-2'])
    expect(later).toMatchObject({ next: { creditCents: 806 } })
  })

  it('counts the 14 days of an agreement to the end of the last', () => {
    const keys = (now: Date) =>
      (backOf(decideAt(twice.state, withdraw, now)) as unknown[][]).map(([key]) => key)
    const over = new Date('2026-12-16T00:00:00Z')
    expect(keys(new Date(over.getTime() - 1))).toContain('period-1')
    expect(keys(over)).not.toContain('period-1')
  })

  it('gives no less than a refund does, and as little of an agreement without a date', () => {
    const old = {
      ...twice.state,
      replacedPayments: twice.state.replacedPayments.map((one) => ({ ...one, contractAt: null })),
    }
    expect(backOf(decideAt(old, withdraw, day('2026-12-14')))).toEqual([
      ['period-3', 8211, 0],
      ['period-2', 0, 2407],
    ])
    expect(backOf(decideAt(old, withdraw, day('2026-12-25')))).toEqual([['period-3', 8211, 0]])
  })
})

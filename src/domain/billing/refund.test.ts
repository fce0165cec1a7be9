import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  day,
  decideAt,
  none,
  type Situation,
  setUsers,
  subscribing,
} from '#support/billing-states.ts'
import { refundableUntil, withdrawableUntil } from './refund.ts'

const refund = { type: 'refund' } as const
const atTime = (situation: Situation, now: Date): Situation => ({ ...situation, now })
const grossOf = (decision: ReturnType<typeof decideAt>) =>
  decision.ok ? (decision.refunds ?? []).map(({ key, amount }) => [key, amount.grossCents]) : decision.problem

describe('within seven days of the charge', () => {
  it('all of it goes back and the subscription ends', () => {
    const last = new Date('2026-11-28T11:59:59.999Z')
    expect(grossOf(decideAt(active.state, refund, last))).toEqual([['period-1', 3570]])
    expect(decideAt(active.state, refund, day('2026-11-28'))).toEqual({
      ok: false,
      problem: 'refund-too-late',
    })
    expect(refundableUntil(active.state)).toEqual(day('2026-11-28'))
  })

  it('with what was paid for more users since, and without the credit for fewer', () => {
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
    expect(grossOf(decision)).toEqual([['period-1', 2142]])
    expect(decision).toMatchObject({ next: { creditCents: 1200 } })
    // all of it by credit: nothing to give back but the credit
    const rich = after({ ...none, state: { ...none.state, creditCents: 5000 } }, subscribing)
    expect(rich.state).toMatchObject({ status: 'active', creditCents: 2000 })
    expect(decideAt(rich.state, refund, rich.now)).toMatchObject({
      next: { status: 'cancelled', creditCents: 5000 },
    })
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
    expect(refundableUntil(more.state)).toEqual(day('2026-12-12'))
    const back = after(more, refund, day('2026-12-10'))
    const again = answered(after(back, setUsers(back, 10)), 'succeeded')
    expect(decideAt(again.state, refund, again.now)).toEqual({ ok: false, problem: 'refund-too-late' })
  })

  it('not when some of them were credited already', () => {
    const fewer = after(more, setUsers(more, 9))
    expect(decideAt(fewer.state, refund, fewer.now)).toEqual({ ok: false, problem: 'refund-too-late' })
    const moreAgain = answered(after(fewer, setUsers(fewer, 10)), 'succeeded')
    // a small step up, settled by the credit: that step alone can go back
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

  it('gets back what was not given back before', () => {
    const more = answered(
      after(atTime(active, day('2026-11-29')), setUsers(atTime(active, day('2026-11-29')), 10)),
      'succeeded',
    )
    const undone = after(more, refund, day('2026-11-30'))
    expect(grossOf(decideAt(undone.state, withdraw, day('2026-12-01')))).toEqual([['period-1', 3570]])
  })
})

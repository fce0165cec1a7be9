import { describe, expect, it } from 'vitest'
import type { Payment } from '#domain/billing/state.ts'
import { active, called, decideAt } from '#support/billing-states.ts'
import { refundable } from './refund-charge.ts'

const give = (grossCents: number, goesTo: 'card' | 'credit', key = 'period-1', earlier?: Payment) =>
  ({ type: 'refund-charge', key, grossCents, goesTo, earlier }) as const
const { state, now } = active
const [period] = state.payments as [Payment]
/** 35.70 gross. */
const all = period.amount.grossCents

describe('a refund by the admin', () => {
  it('to the card is exactly the sum, with a credit note; the subscription stays as it is', () => {
    expect(decideAt(state, give(1000, 'card'), now)).toMatchObject({
      next: { status: 'active', until: state.until, creditCents: 0, payments: [{ refundedCents: 1000 }] },
      refunds: [
        {
          key: 'period-1',
          reason: `correction-${state.version}`,
          amount: { grossCents: 1000 },
          alsoCents: 0,
        },
      ],
      mails: ['charge-refunded'],
    })
  })

  it('of a sum that no net sum has takes its cent from the balance, and the last one closes the invoice', () => {
    const first = decideAt(state, give(1005, 'card'), now)
    if (!first.ok) throw new Error(first.problem)
    const [order] = first.refunds ?? []
    const noted = order?.amount.grossCents ?? 0
    expect([noted, order?.alsoCents, first.next.creditCents]).toEqual([1004, 1, -1])
    const last = decideAt(first.next, give(all - 1005, 'card'), now)
    expect(last).toMatchObject({ next: { creditCents: 0 } })
    if (!last.ok) throw new Error(last.problem)
    expect(last.next.payments.map(refundable)).toEqual([{ cardCents: 0, creditCents: 0 }])
  })

  it('to the balance is credit of this period, with a credit note, and no money', () => {
    const credited = decideAt(state, give(1000, 'credit'), now)
    expect(credited).toMatchObject({
      next: { creditCents: 1000, periodCreditCents: 1000, payments: [{ refundedCents: 0 }] },
      credits: [{ key: 'period-1', amount: { grossCents: 1000 } }],
    })
    expect(credited).not.toHaveProperty('refunds')
  })

  it.each(['card', 'credit'] as const)('to the %s is never more than what is left', (goesTo) => {
    expect(decideAt(state, give(all, goesTo), now)).toMatchObject({ ok: true })
    expect(decideAt(state, give(all + 1, goesTo), now)).toEqual({ ok: false, problem: 'refund-too-much' })
    const rest = decideAt(state, give(1000, 'credit'), now)
    if (!rest.ok) throw new Error(rest.problem)
    expect(decideAt(rest.next, give(all - 1000, goesTo), now)).toMatchObject({ ok: true })
    expect(decideAt(rest.next, give(all - 999, goesTo), now)).toMatchObject({ problem: 'refund-too-much' })
  })

  it('is no more to the card than the card has paid', () => {
    const shared = { ...state, payments: [{ ...period, creditCents: 570 }] }
    expect(decideAt(shared, give(all - 570, 'card'), now)).toMatchObject({ ok: true })
    expect(decideAt(shared, give(all - 569, 'card'), now)).toMatchObject({ problem: 'refund-too-much' })
    expect(decideAt(shared, give(all, 'credit'), now)).toMatchObject({ next: { creditCents: all } })
  })

  it('of an earlier charge changes the books alone', () => {
    const earlier = { ...period, key: 'period-0' }
    expect(decideAt(state, give(1000, 'credit', 'period-0', earlier), now)).toMatchObject({
      next: { creditCents: 1000, periodCreditCents: 0, payments: [period] },
      credits: [{ key: 'period-0' }],
    })
    expect(decideAt(state, give(1000, 'credit', 'period-0'), now)).toMatchObject({
      problem: 'refund-too-much',
    })
  })

  it('waits while a charge is in progress', () => {
    const renewing = called('active: renewal on its way')
    expect(decideAt(renewing.state, give(1, 'card'), renewing.now)).toMatchObject({
      problem: 'charge-in-flight',
    })
  })
})

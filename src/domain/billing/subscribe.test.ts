import { describe, expect, it } from 'vitest'
import { active, after, answered, day, decideAt, none, subscribing } from '#support/billing-states.ts'

describe('subscribing', () => {
  it.each([
    [{ confirmed: false }, 'confirmation-required'],
    [{ billingComplete: false }, 'billing-incomplete'],
    [{ method: undefined }, 'payment-method-needed'],
    [{ interval: { value: 6, unit: 'm' } as const }, 'interval-not-sold'],
    [{ users: 61 }, 'too-many-users'],
    [{ shownGrossCents: 3571 }, 'quote-stale'],
  ])('with %j is refused: %s', (change, problem) => {
    expect(decideAt(none.state, { ...subscribing, ...change }, none.now)).toEqual({ ok: false, problem })
  })

  it('charges what was shown', () => {
    const decision = decideAt(none.state, { ...subscribing, shownGrossCents: 3570 }, none.now)
    expect(decision).toMatchObject({
      charge: { key: 'period-1', attempt: 1, grossCents: 3570, method: 'card-1' },
    })
  })

  it('begins on the day on which it is paid', () => {
    const asked = after(none, subscribing)
    const paid = answered({ ...asked, now: day('2026-11-24') }, 'succeeded').state
    expect(paid.periodStart).toEqual(new Date('2026-11-24T00:00:00Z'))
    expect(paid.until).toEqual(new Date('2026-12-24T00:00:00Z'))
    expect(paid.contractAt).toEqual(day('2026-11-24'))
  })

  it('again while a renewal is overdue pays what the credit leaves of it, at the price that was shown', () => {
    const credited = { ...active, state: { ...active.state, creditCents: 500 } }
    const due = after(credited, { type: 'until-reached', users: 3 }, active.state.until ?? active.now)
    const late = answered(due, 'declined-hard')
    const again = { ...subscribing, method: 'card-2', shownGrossCents: 3070 }
    expect(decideAt(late.state, again, late.now)).toMatchObject({
      charge: { key: 'period-2', attempt: 2, grossCents: 3070, method: 'card-2' },
    })
  })

  it('leaves nothing behind but the card when it is declined', () => {
    const declined = answered(after(none, subscribing), 'declined-hard').state
    expect(declined).toMatchObject({ status: 'none', openCharge: null, method: 'card-1', creditCents: 0 })
    // the next try is another charge
    expect(after({ state: declined, now: none.now }, subscribing).state.openCharge?.key).toBe('period-2')
  })

  it('after the end is a new contract, from that day, with the plan of that day', () => {
    const left = after(
      after(active, { type: 'cancel' }),
      { type: 'until-reached', users: 3 },
      day('2026-12-21'),
    )
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    const again = answered(
      after(left, { ...subscribing, plan: cheap, method: undefined }, day('2027-01-10')),
      'succeeded',
    )
    expect(again.state).toMatchObject({
      term: 1,
      plan: { id: 'cheap' },
      until: new Date('2027-02-10T00:00:00Z'),
    })
    expect(again.state.contractAt).toEqual(day('2027-01-10'))
  })

  it('again before the end goes on without a charge, with the plan it had', () => {
    const left = after(active, { type: 'cancel' })
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    const decision = decideAt(left.state, { ...subscribing, plan: cheap }, left.now)
    expect(decision).toMatchObject({
      next: { status: 'active', plan: { id: 'plan-2' }, until: active.state.until },
    })
    expect(decision).not.toHaveProperty('charge')
  })
})

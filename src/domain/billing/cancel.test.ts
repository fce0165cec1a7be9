import { describe, expect, it } from 'vitest'
import { after, answered, day, decideAt, none, setUsers, subscribing } from '#support/billing-states.ts'

const cancel = { type: 'cancel' } as const
const year = { value: 1, unit: 'y' } as const
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

  it('by a business, or within the last month, keeps its end', () => {
    const business = decideAt({ ...second.state, consumer: false }, cancel, day('2027-12-01'))
    expect(business).toMatchObject({ next: { until: new Date('2028-11-21T00:00:00Z') } })
    expect(business).not.toHaveProperty('refunds')
    const last = decideAt(second.state, cancel, day('2028-10-21'))
    expect(last).toMatchObject({ next: { until: new Date('2028-11-21T00:00:00Z') } })
    expect(last).not.toHaveProperty('refunds')
  })

  it('gives back no more money than was paid: the rest is credit', () => {
    const credited = { ...first, state: { ...first.state, creditCents: 20_000 } }
    const paid = answered(
      after(credited, { type: 'until-reached', users: 3 }, day('2027-11-21')),
      'succeeded',
    )
    expect(paid.state.payments[0]?.amount.netCents).toBe(8800)
    expect(decideAt(paid.state, cancel, day('2027-11-21'))).toMatchObject({
      refunds: [{ amount: { netCents: 8800 } }],
      next: { creditCents: 26_439 - 8800, periodCreditCents: 26_439 - 8800 },
    })
  })

  it('while more users are being paid for ends before their time: their money goes back', () => {
    const at = { ...second, now: day('2028-02-21') }
    const asked = after(at, setUsers(at, 5))
    const left = after(asked, cancel)
    const decision = decideAt(
      left.state,
      {
        type: 'charge-answered',
        key: asked.state.openCharge?.key ?? '',
        news: 'succeeded',
        amount: asked.state.openCharge?.amount ?? first.state.payments[0]?.amount ?? never(),
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

  it('can be taken back: it goes on from its new end', () => {
    const left = after(second, cancel, day('2027-12-01'))
    const resumed = after(left, { type: 'resume' })
    expect(resumed.state).toMatchObject({ status: 'active', until: new Date('2028-01-01T00:00:00Z') })
    const renewed = answered(
      after(resumed, { type: 'until-reached', users: 3 }, day('2028-01-01')),
      'succeeded',
    )
    expect(renewed.state.until).toEqual(new Date('2029-01-01T00:00:00Z'))
    expect(renewed.state.term).toBe(3)
  })
})

function never(): never {
  throw new Error('nothing was paid')
}

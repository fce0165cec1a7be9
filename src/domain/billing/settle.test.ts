import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  day,
  decideAt,
  none,
  type Situation,
  subscribing,
} from '#support/billing-states.ts'

const paid = ({ state, now }: Situation, at = now) => {
  const { key = '', dueCents } = state.openCharge ?? {}
  if (dueCents === undefined) throw new Error('nothing to be paid')
  return decideAt(state, { type: 'charge-answered', key, news: 'succeeded', grossCents: dueCents }, at)
}

it('a period that begins at once keeps the payment of the one before it, and no other does', () => {
  const longer = { ...subscribing, interval: { value: 1, unit: 'y' }, atOnce: true } as const
  const lengthened = paid(after(active, longer))
  const [month] = active.state.payments
  expect(lengthened).toMatchObject({
    next: {
      replacedPayments: [{ key: month?.key, contractAt: active.state.contractAt, creditedNetCents: 2500 }],
    },
  })
  const until = active.state.until ?? active.now
  const renewing = after(active, { type: 'until-reached', users: 3 }, until)
  expect(paid(renewing)).toMatchObject({ next: { payments: [{ key: 'period-2' }], replacedPayments: [] } })
})

describe('the first period that is paid', () => {
  const asked = after(none, subscribing)

  it('begins the contract, is billed, and is noted as paid', () => {
    const { openCharge } = asked.state
    const decision = paid(asked)
    expect(decision).toMatchObject({
      next: { status: 'active', term: 1, contractAt: asked.now, openCharge: null, nextInterval: null },
      bill: {
        key: 'period-1',
        amount: openCharge?.amount,
        paidBy: { creditCents: 0, cardCents: 3570, openCents: 0, alsoCents: 0 },
      },
      mails: ['subscription-started'],
    })
    expect(decision.ok && decision.next.payments).toEqual([
      {
        key: 'period-1',
        attempt: 1,
        kind: 'period',
        at: asked.now,
        amount: { netCents: 3000, vatBasisPoints: 1900, vatCents: 570, grossCents: 3570 },
        creditCents: 0,
        paidBefore: 1,
        paidLicenses: 3,
        periodCreditCents: 0,
        levelCents: 3000,
        creditedNetCents: 0,
        creditedVatCents: 0,
        refundedCents: 0,
      },
    ])
  })

  it('begins on the day on which it is paid, for a whole month', () => {
    expect(paid(asked, day('2026-11-24'))).toMatchObject({
      next: {
        contractAt: day('2026-11-24'),
        periodStart: new Date('2026-11-24T00:00:00Z'),
        until: new Date('2026-12-24T00:00:00Z'),
      },
    })
  })

  it('takes the credit that was deducted', () => {
    const rich = after({ ...none, state: { ...none.state, creditCents: 1200 } }, subscribing)
    expect(rich.state.creditCents).toBe(1200)
    expect(paid(rich)).toMatchObject({
      next: { creditCents: 0, payments: [{ creditCents: 1200, amount: { netCents: 3000 } }] },
      bill: { amount: { grossCents: 3570 }, paidBy: { creditCents: 1200, cardCents: 2370 } },
    })
  })

  it('is a new contract also after an earlier one', () => {
    const again = called('cancelled: subscribing again, on its way')
    expect(paid(again)).toMatchObject({
      next: { term: 1, contractAt: again.now },
      mails: ['subscription-started'],
    })
  })

  it('after a trial is as old as the choice', () => {
    const planned = called('trial: followed by a plan')
    const due = after(planned, { type: 'until-reached', users: 1 }, planned.state.until as Date)
    expect(paid(due)).toMatchObject({
      next: { term: 1, contractAt: planned.state.contractAt },
      mails: ['subscription-started'],
    })
  })
})

describe('a renewal that is paid', () => {
  it('is the next term of the same contract, with nothing left of the last period', () => {
    const renewing = called('active: renewal on its way')
    const state = { ...renewing.state, periodCreditCents: 40 }
    expect(paid({ ...renewing, state }, day('2026-12-29'))).toMatchObject({
      next: {
        status: 'active',
        term: 2,
        contractAt: active.state.contractAt,
        periodStart: new Date('2026-12-21T00:00:00Z'),
        until: new Date('2027-01-21T00:00:00Z'),
        periodCreditCents: 0,
        payments: [{ key: 'period-2', at: day('2026-12-29'), paidBefore: 3, periodCreditCents: 0 }],
      },
      mails: ['payment-received'],
    })
  })

  it('runs out at its end if it was cancelled during the renewal', () => {
    const leaving = called('pending-expiry: cancelled during the renewal')
    expect(paid(leaving)).toMatchObject({
      next: { status: 'pending-expiry', until: new Date('2027-01-21T00:00:00Z') },
    })
  })

  it('keeps the users of a coupon while its time runs, and no longer', () => {
    const including = called('active: with users included by a coupon')
    const renewing = after(including, { type: 'until-reached', users: 5 }, day('2026-12-21'))
    const over = including.state.includedUntil as Date
    expect(paid(renewing, new Date(over.getTime() - 1))).toMatchObject({
      next: { licenseCount: 5, includedLicenses: 2, includedUntil: over, coupon: 'WELCOME' },
    })
    expect(paid(renewing, over)).toMatchObject({
      next: { licenseCount: 3, includedLicenses: 0, includedUntil: null, coupon: null },
    })
  })
})

describe('more users that are paid', () => {
  const asked = called('active: more users on their way')

  it('may watch at once; the period and the contract stay as they are', () => {
    const state = { ...asked.state, licenseCount: 5, includedLicenses: 2, periodCreditCents: 40 }
    const decision = paid({ ...asked, state })
    expect(decision).toMatchObject({
      next: {
        licenseCount: 7,
        includedLicenses: 2,
        until: asked.state.until,
        term: 1,
        periodCreditCents: 40,
        payments: [
          { key: 'period-1' },
          {
            key: asked.state.openCharge?.key,
            kind: 'seats',
            paidBefore: 3,
            paidLicenses: 5,
            periodCreditCents: 40,
          },
        ],
      },
      bill: { key: asked.state.openCharge?.key },
      mails: ['users-changed'],
    })
    expect(decision).not.toHaveProperty('refunds')
  })

  it.each([
    ['whose time is over', { until: day('2026-11-26') }],
    ['that has been shortened', { until: new Date('2026-12-20T23:59:59.999Z') }],
    ['that has ended', { status: 'cancelled' as const }],
  ])('in a subscription %s are not added: their payment is refunded', (_, changes) => {
    const state = { ...asked.state, ...changes }
    const decision = paid({ ...asked, state })
    expect(decision).toMatchObject({
      next: { licenseCount: 3, openCharge: null, payments: asked.state.payments },
      refunds: [
        {
          key: asked.state.openCharge?.key,
          reason: 'late',
          amount: { grossCents: asked.state.openCharge?.dueCents, vatCents: 0 },
        },
      ],
      alert: 'late-payment',
      mails: ['payment-returned'],
    })
    expect(decision).not.toHaveProperty('bill')
  })

  it('are counted by the attempt that was paid', () => {
    const decision = answered(asked, 'succeeded')
    expect(decision.state.payments.map(({ attempt }) => attempt)).toEqual([1, 1])
  })
})

import { describe, expect, it } from 'vitest'
import { unchanged } from '#domain/billing/decision.ts'
import {
  active,
  after,
  answered,
  called,
  decideAt,
  type Situation,
  setUsers,
} from '#support/billing-states.ts'

const given = ({ state, now }: Situation, grossCents: number, key = 'period-1') =>
  decideAt(state, { type: 'refunded-elsewhere', key, grossCents }, now)
/** Three users, monthly, and seven more added. */
const grown = () => answered(after(active, setUsers(active, 10)), 'succeeded')

describe("money given back at the provider's desk", () => {
  it('as a part of a charge is noted, and nothing else changes', () => {
    const [payment] = active.state.payments
    expect(given(active, 100)).toEqual({
      ok: true,
      next: {
        ...active.state,
        payments: [{ ...payment, creditedNetCents: 84, creditedVatCents: 16, refundedCents: 100 }],
        version: active.state.version + 1,
      },
      mails: [],
    })
  })

  it('leaves the part that no credit note can show on the balance', () => {
    // three cents are two of the net sum without tax, or three with one
    const [payment] = active.state.payments
    const credited = { creditedNetCents: 2, creditedVatCents: 0, refundedCents: 3 }
    expect(given(active, 3)).toMatchObject({
      next: { creditCents: -1, payments: [{ ...payment, ...credited }] },
    })
    const fewer = after(grown(), setUsers(grown(), 3))
    const { creditCents } = fewer.state
    const [, seats] = fewer.state.payments
    const all = decideAt(
      fewer.state,
      { type: 'refunded-elsewhere', key: seats?.key ?? '', grossCents: seats?.amount.grossCents ?? 0 },
      fewer.now,
    )
    expect(creditCents).toBeGreaterThan(0)
    expect(all).toMatchObject({ next: { creditCents: 0 } })
  })

  it('of an earlier period leaves the difference to its credit note there', () => {
    const event = { type: 'refunded-elsewhere', key: 'period-0', grossCents: 300 } as const
    const decide = (creditedCents: number) => decideAt(active.state, { ...event, creditedCents }, active.now)
    expect(decide(299)).toMatchObject({ next: { creditCents: -1, payments: active.state.payments } })
    expect(decide(300)).toEqual(unchanged(active.state))
  })

  it("as all of the period's charge ends the subscription at once, in however many parts", () => {
    expect(given(active, 3570)).toMatchObject({
      next: { status: 'cancelled', payments: [], until: active.now },
      mails: ['subscription-refunded'],
    })
    const part = given(active, 3569)
    const state = part.ok ? part.next : active.state
    expect(given({ ...active, state }, 1)).toMatchObject({ next: { status: 'cancelled' } })
  })

  it('also refunds the payment for more users since, like a refund on request', () => {
    const more = grown()
    const [, seats] = more.state.payments
    const decision = given(more, 3570)
    expect(decision).toMatchObject({ next: { status: 'cancelled' } })
    expect(decision.ok && decision.refunds).toMatchObject([
      { key: seats?.key, reason: 'promise', amount: { netCents: seats?.amount.netCents } },
    ])
  })

  it("of added users' full price removes their seats, and the rest continues", () => {
    const more = grown()
    const [period, seats] = more.state.payments
    expect(more.state.licenseCount).toBe(10)
    expect(given(more, seats?.amount.grossCents ?? 0, seats?.key)).toMatchObject({
      next: {
        status: 'active',
        licenseCount: 3,
        payments: [period, { refundedCents: seats?.amount.grossCents }],
      },
      mails: ['users-changed'],
    })
  })

  it('takes the seats of the charge that was given back, not those bought after it', () => {
    const first = grown()
    const more = answered(after(first, setUsers(first, 12)), 'succeeded')
    const [, seats, later] = more.state.payments
    const decision = given(more, seats?.amount.grossCents ?? 0, seats?.key)
    const left = decision.ok ? decision.next : more.state
    expect(left.licenseCount).toBe(5)
    expect([later?.paidBefore, later?.paidLicenses]).toEqual([10, 12])
    expect([left.payments[2]?.paidBefore, left.payments[2]?.paidLicenses]).toEqual([3, 5])
  })

  it('removes at most the existing seats, refunds their payment from the balance, and leaves the included ones', () => {
    const { state, now } = grown()
    const [period, seats] = state.payments
    if (!period || !seats) throw new Error('nothing was paid')
    const shrunk = {
      ...state,
      includedLicenses: 2,
      licenseCount: 4,
      creditCents: 5,
      payments: [
        period,
        { ...seats, paidBefore: 1, paidLicenses: 3, creditCents: 10 },
        { ...seats, key: 'seats-99', paidBefore: 1, paidLicenses: 2 },
      ],
    }
    expect(given({ state: shrunk, now }, seats.amount.grossCents - 10, seats.key)).toMatchObject({
      next: {
        licenseCount: 3,
        creditCents: 15,
        payments: [{ key: period.key }, { key: seats.key }, { paidBefore: 1, paidLicenses: 1 }],
      },
      credits: [{ key: seats.key, amount: { grossCents: 10 } }],
    })
  })

  it('does not announce the end of a cancelled subscription again', () => {
    expect(given(called('pending-expiry: cancelled during the renewal'), 1_000_000)).toMatchObject({
      next: { status: 'pending-expiry' },
      mails: [],
    })
  })

  it('abandons a charge that the bank asks about', () => {
    const waiting = called('active: more users, waiting for the bank')
    expect(given(waiting, 1_000_000)).toMatchObject({
      next: { status: 'cancelled', openCharge: null },
      voidCharge: waiting.state.openCharge?.key,
    })
  })

  it('of an earlier period, or of an earlier refund, changes nothing', () => {
    expect(given(active, 3000, 'period-0')).toEqual(unchanged(active.state))
    const [payment] = active.state.payments
    if (!payment) throw new Error('nothing was paid')
    const state = { ...active.state, payments: [{ ...payment, refundedCents: 3570 }] }
    expect(given({ ...active, state }, 100)).toEqual(unchanged(state))
  })

  it.each(['active: renewal on its way', 'active: more users on their way'])(
    'lets the subscription run out while a charge may be paid: %s',
    (name) => {
      const { openCharge } = called(name).state
      expect(given(called(name), 1_000_000)).toMatchObject({
        next: { status: 'pending-expiry', nextInterval: null, openCharge },
        mails: ['subscription-cancelled'],
      })
    },
  )
})

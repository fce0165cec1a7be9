import { describe, expect, it } from 'vitest'
import { isWaitedFor } from '#domain/billing/state.ts'
import { active, after, context, coupon, type Situation, situations } from '#support/billing-states.ts'
import { comingCharge } from './coming-charge.ts'

const users = 3
const comingOf = ({ state, now }: Situation) => comingCharge(state, users, { ...context, now })

/** What time brings to a situation at the end of its period. */
function atEnd({ state, now }: Situation): Situation {
  const at = state.until ?? now
  const { includedUntil } = state
  const alone = { state: { ...state, openCharge: null }, now }
  const ended = includedUntil && includedUntil <= at ? after(alone, { type: 'included-ended' }, at) : alone
  return after(ended, { type: 'until-reached', users }, at)
}

describe('the coming charge', () => {
  const extended = Object.entries(situations).filter(([, situation]) => comingOf(situation))

  it('is there where something follows, and not while a renewal is late', () => {
    expect(extended.map(([name]) => name)).toEqual([
      'trial: followed by a plan',
      'prepaid: followed by a plan',
      'active: first period',
      'active: with users included by a coupon',
      'active: a pause of 2 months is ahead',
      'active: paused for 2 months',
      'active: second year',
      'active: second year, a business',
      'active: a new price announced',
      'active: a new price agreed to',
      'active: more users on their way',
      'active: more users, waiting for the bank',
    ])
    for (const [, { state }] of Object.entries(situations))
      if (state.openCharge && !isWaitedFor(state.openCharge.purpose))
        expect(comingCharge(state, users, { ...context, now: active.now })).toBeUndefined()
  })

  it.each(extended)('is the decision at the end of the period, to the cent: %s', (_, situation) => {
    const coming = comingOf(situation)
    const { state } = atEnd(situation)
    expect(coming?.at).toEqual(situation.state.until)
    expect(coming?.bill).toMatchObject({
      key: state.openCharge?.key,
      purpose: state.openCharge?.purpose,
      amount: state.openCharge?.amount,
    })
    const { creditCents = 0, cardCents = 0, alsoCents = 0, openCents } = coming?.bill.paidBy ?? {}
    expect(cardCents + alsoCents).toBe(state.openCharge?.dueCents)
    expect([creditCents + cardCents, openCents]).toEqual([state.openCharge?.amount.grossCents, 0])
  })

  it.each([
    [1000, { creditCents: 1000, cardCents: 2570, openCents: 0, alsoCents: 0 }],
    [5000, { creditCents: 3570, cardCents: 0, openCents: 0, alsoCents: 0 }],
    [3540, { creditCents: 3540, cardCents: 0, openCents: 30, alsoCents: 0 }],
    [-30, { creditCents: 0, cardCents: 3570, openCents: 0, alsoCents: 30 }],
  ])('counts a balance of %i', (creditCents, paidBy) => {
    const situation = { ...active, state: { ...active.state, creditCents } }
    expect(comingOf(situation)?.bill.paidBy).toEqual(paidBy)
  })

  it('is for the users that are left once those of a coupon have ended', () => {
    const redeemed = after(active, { type: 'redeem-coupon', coupon, usedBefore: false })
    const long = { ...redeemed.state, includedUntil: new Date('2027-06-01T00:00:00Z') }
    const short = { ...redeemed.state, includedUntil: new Date('2026-12-10T00:00:00Z') }
    for (const state of [long, short])
      expect(comingOf({ ...redeemed, state })?.bill).toMatchObject({
        purpose: { paidLicenses: 3 },
        amount: { grossCents: 3570 },
      })
  })

  it('is none once the service has closed', () => {
    const { state, now } = active
    expect(comingCharge(state, users, { ...context, now, serviceMode: 'closed' })).toBeUndefined()
  })
})

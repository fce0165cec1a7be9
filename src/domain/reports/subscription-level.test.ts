import { expect, test } from 'vitest'
import { after, called, coupon, type Situation, situations, subscribing } from '#support/billing-states.ts'
import { levelOf } from './subscription-level.ts'

// The lives of tests/money-lives.test.ts compare it with an independent oracle.

const active = called('active: first period')
const year = { ...coupon, interval: { value: 1, unit: 'y' } } as const
const withCoupon = after(active, { type: 'redeem-coupon', coupon: year, usedBefore: false })
const cancelled = after(withCoupon, { type: 'cancel' })
const remainder = after(cancelled, { type: 'until-reached', users: 3 }, cancelled.state.until as Date)

test.each([
  ['a trial', situations['trial: followed by a plan'], 'trial'],
  ['a grant by the admin', situations['prepaid: followed by a plan'], 'granted'],
  ['what a coupon leaves of a cancelled subscription', after(remainder, subscribing), 'granted'],
] as const)('%s lasts until its first charge is paid', (_, situation, phase) => {
  const { state, now } = situation as Situation
  expect(levelOf(state)).toMatchObject({ phase, monthlyCents: 0, paidSeats: 0 })
  const owing = after({ state, now }, { type: 'until-reached', users: 3 }, state.until as Date)
  const { key = '', dueCents = 0 } = owing.state.openCharge ?? {}
  const answered = (news: 'declined-soft' | 'succeeded') =>
    after(owing, { type: 'charge-answered', key, news, grossCents: dueCents })
  expect(levelOf(answered('declined-soft').state)).toMatchObject({ phase, monthlyCents: 0, paidSeats: 0 })
  expect(levelOf(answered('succeeded').state)).toMatchObject({ phase: 'paid' })
})

import { expect, it } from 'vitest'
import { purposeAtOnce } from '#domain/billing/charging.ts'
import { active, called, context } from '#support/billing-states.ts'
import { creditOfRest } from './rest-of-period.ts'

it('a period that begins at once credits the rest of the running one, and no other charge does', () => {
  const { state, now } = active
  const atOnce = purposeAtOnce(state, { value: 1, unit: 'y' }, 3, { ...context, now })
  // 25 of 30 days, from the one on which it begins
  expect(atOnce && creditOfRest(state, atOnce)).toMatchObject({
    credits: [{ key: 'period-1', amount: { netCents: 2500 } }],
    payments: [{ levelCents: 0, creditedNetCents: 2500 }],
    balanceCents: 2975,
  })
  for (const name of ['active: renewal on its way', 'active: more users on their way']) {
    const { state: paying } = called(name)
    const purpose = paying.openCharge?.purpose
    const nothing = { refunds: [], credits: [], payments: paying.payments, balanceCents: 0 }
    expect(purpose && creditOfRest(paying, purpose)).toEqual(nothing)
  }
})

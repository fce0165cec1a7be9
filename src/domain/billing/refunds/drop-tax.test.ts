import { expect, it } from 'vitest'
import { active, after, decideAt } from '#support/billing-states.ts'

const confirmed = (cardCents: number, key?: string) =>
  after(active, { type: 'vat-confirmed', ...(key !== undefined && { key }), vatCents: 570, cardCents }).state

it('leaves a payment without tax, and no credit if all of it is refunded to the card', () => {
  const state = confirmed(570, 'period-1')
  expect(state.creditCents).toBe(0)
  expect(state.payments).toMatchObject([
    { creditCents: 0, amount: { netCents: 3000, vatBasisPoints: 0, vatCents: 0, grossCents: 3000 } },
  ])
  // a later refund is the rest
  expect(decideAt(state, { type: 'refund' }, active.now)).toMatchObject({
    next: { creditCents: 0 },
    refunds: [{ amount: { netCents: 3000, vatCents: 0, grossCents: 3000 }, alsoCents: 0 }],
  })
})

it('keeps the rest as credit if the card takes only a part, which then paid for all of the rest', () => {
  const state = confirmed(100, 'period-1')
  expect(state.creditCents).toBe(470)
  expect(decideAt(state, { type: 'refund' }, active.now)).toMatchObject({
    next: { creditCents: 0 },
    refunds: [{ amount: { grossCents: 3000 }, alsoCents: 470 }],
  })
})

it('changes nothing but the credit for a charge of an earlier period', () => {
  const state = confirmed(0, 'period-0')
  expect([state.creditCents, state.payments]).toEqual([570, active.state.payments])
  expect(confirmed(0).creditCents).toBe(570)
})

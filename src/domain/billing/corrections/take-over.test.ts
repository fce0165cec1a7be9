import { expect, test } from 'vitest'
import { comingCharge } from '#domain/billing/coming/coming-charge.ts'
import { priceFor } from '#domain/billing/state.ts'
import { amountOf } from '#domain/money.ts'
import {
  after,
  answered,
  context,
  day,
  decideAt,
  month,
  none,
  takingOver,
  year,
} from '#support/billing-states.ts'

const until = day('2026-12-05')
const moved = after(none, { type: 'move-in', licenseCount: 3, until })
const taken = after(moved, takingOver)

test('a grant is followed by a subscription at the price that was paid elsewhere', () => {
  expect(comingCharge(taken.state, 1, { ...context, now: taken.now })).toMatchObject({
    at: until,
    bill: { amount: { netCents: 2521, grossCents: 3000 }, purpose: { paidLicenses: 3 } },
  })
  const decision = decideAt(taken.state, { type: 'until-reached', users: 1 }, until)
  expect(decision).toMatchObject({ ok: true, charge: { grossCents: 3000, method: 'card-1' }, mails: [] })
  const renewed = answered(after(taken, { type: 'until-reached', users: 1 }, until), 'succeeded')
  expect(renewed.state).toMatchObject({
    status: 'active',
    licenseCount: 3,
    contractAt: null,
    until: new Date('2027-01-05T00:00:00Z'),
    payments: [{ levelCents: 2521, paidLicenses: 3 }],
  })
})

test('it says nothing to anybody and charges nothing before its day', () => {
  expect(decideAt(moved.state, takingOver, moved.now)).toMatchObject({ ok: true, mails: [] })
  expect(decideAt(moved.state, takingOver, moved.now)).not.toHaveProperty('charge')
})

test.each([
  [3000, 'net', 1900, 3000],
  [3000, 'gross', 1900, 2521],
  [3000, 'gross', 0, 3000],
  [1, 'gross', 1900, 1],
  // no net sum has this gross one: a cent less is charged
  [29, 'gross', 1900, 24],
] as const)('%i cents %s at %i basis points are %i net', (cents, kind, vatBasisPoints, netCents) => {
  const decision = decideAt(moved.state, { ...takingOver, price: { cents, kind } }, moved.now, {
    vatBasisPoints,
  })
  expect(decision).toMatchObject({ ok: true, next: { plan: { agreed: { netCents } } } })
})

test('no price with tax is above what was paid elsewhere, and none is more than a cent below', () => {
  for (const vatBasisPoints of [0, 700, 1900, 2000, 2100, 2550, 2700])
    for (let cents = 1; cents <= 3_000; cents += 1) {
      const price = { cents, kind: 'gross' } as const
      const decision = decideAt(moved.state, { ...takingOver, price }, moved.now, { vatBasisPoints })
      const netCents = (decision.ok && decision.next.plan?.agreed?.netCents) || 0
      const { grossCents } = amountOf(netCents, vatBasisPoints)
      expect([cents, cents - 1]).toContain(grossCents)
    }
})

test('more and fewer users pay as much each; another interval costs what it costs here', () => {
  const { plan } = taken.state
  if (!plan) throw new Error('there is no plan')
  expect([1, 3, 6].map((users) => priceFor(plan, users, month))).toEqual([840, 2521, 5042])
  expect(priceFor(plan, 3, year)).toBe(priceFor(takingOver.plan, 3, year))
})

test.each([
  ['a second time', taken, 'already-subscribed'],
  [
    'with a card of their own',
    { ...moved, state: { ...moved.state, method: 'card-2' } },
    'already-subscribed',
  ],
  [
    'with a plan of their own',
    { ...moved, state: { ...moved.state, nextInterval: takingOver.interval } },
    'already-subscribed',
  ],
  ['without a grant', none, 'already-subscribed'],
  ['after the grant', { ...moved, now: until }, 'grant-over'],
] as const)('it is refused %s', (_, { state, now }, problem) => {
  expect(decideAt(state, takingOver, now)).toEqual({ ok: false, problem })
})

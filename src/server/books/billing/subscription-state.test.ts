import { expect, test } from 'vitest'
import { noSubscription } from '#domain/billing/state.ts'
import { stateOf } from './subscription-state.ts'

test('a subscription that a former version stored has replaced no period', () => {
  const { replacedPayments: _, ...former } = noSubscription(false)
  expect(stateOf({ state: former, version: 7 }, true)).toEqual({ ...noSubscription(true), version: 7 })
})

test('instants are parsed at every depth', () => {
  const payment = { at: new Date('2026-11-21T12:00:00Z'), contractAt: new Date('2026-11-20T12:00:00Z') }
  const stored = JSON.parse(JSON.stringify({ ...noSubscription(true), replacedPayments: [payment] }))
  expect(stateOf({ state: stored, version: 1 }, true).replacedPayments).toEqual([payment])
})

import { expect, it } from 'vitest'
import { active } from '#support/billing-states.ts'
import { decided, refused, unchanged } from './decision.ts'

const { state } = active

it('a change is the next version of the subscription, and sends no mail that is not named', () => {
  expect(decided(state, { licenseCount: 4 })).toEqual({
    ok: true,
    next: { ...state, licenseCount: 4, version: state.version + 1 },
    mails: [],
  })
  expect(decided(state, {}, { mails: ['users-changed'], voidCharge: 'seats-3' })).toEqual({
    ok: true,
    next: { ...state, version: state.version + 1 },
    mails: ['users-changed'],
    voidCharge: 'seats-3',
  })
})

it('a decision without changes keeps the version: a price shown before stays valid', () => {
  expect(unchanged(state)).toEqual({ ok: true, next: state, mails: [] })
})

it('a refusal has a reason, and changes nothing', () => {
  expect(refused('quote-stale')).toEqual({ ok: false, problem: 'quote-stale' })
})

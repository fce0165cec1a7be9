import { expect, it } from 'vitest'
import { called, decideAt, type Situation } from '#support/billing-states.ts'

const by = (when: 'now' | 'end', { now }: Situation) => ({ type: 'cancel-for', when, at: now }) as const

it.each([
  ['end', 'active: first period', 'cancelled-for-you'],
  ['end', 'active: past due, soft', 'ended-for-you'],
  ['end', 'active: renewal on its way', 'cancelled-for-you'],
  ['end', 'trial: followed by a plan', 'cancelled-for-you'],
  ['end', 'prepaid: followed by a plan', 'cancelled-for-you'],
  ['now', 'active: first period', 'ended-for-you'],
  ['now', 'trial: without a card', 'ended-for-you'],
  ['now', 'pending-expiry: paid', 'ended-for-you'],
] as const)('at the %s, %s: the mail says that the seller did it', (when, name, mail) => {
  const situation = called(name)
  const { state, now } = situation
  expect(decideAt(state, by(when, situation), now)).toMatchObject({ ok: true, mails: [mail] })
})

it.each([
  ['end', 'cancelled', 'already-cancelled'],
  ['now', 'cancelled', 'already-cancelled'],
  ['end', 'pending-expiry: paid', 'already-cancelled'],
  ['now', 'prepaid: followed by a plan', 'not-cancellable'],
  ['end', 'prepaid: by the admin', 'not-cancellable'],
  ['end', 'none: e-mail not confirmed yet', 'not-cancellable'],
  ['now', 'none: e-mail not confirmed yet', 'not-cancellable'],
  ['now', 'active: renewal on its way', 'charge-in-flight'],
] as const)('at the %s, %s: refused as %s', (when, name, problem) => {
  const situation = called(name)
  expect(decideAt(situation.state, by(when, situation), situation.now)).toMatchObject({ ok: false, problem })
})

it('now gives back the payment for the time after the shown moment', () => {
  const { state, now } = called('active: first period')
  const later = decideAt(
    state,
    { type: 'cancel-for', when: 'now', at: now },
    new Date(now.getTime() + 540_000),
  )
  const at = decideAt(state, { type: 'cancel-for', when: 'now', at: now }, now)
  if (!later.ok || !at.ok) throw new Error('refused')
  expect(later.refunds).toEqual(at.refunds)
  expect(at.refunds).toMatchObject([{ key: 'period-1', reason: 'declared' }])
})

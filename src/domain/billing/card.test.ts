import { describe, expect, it } from 'vitest'
import { active, called, decideAt, type Situation } from '#support/billing-states.ts'

const newCard = { type: 'update-card', method: 'card-2', provider: 'stripe' } as const
const given = ({ state, now }: Situation, event = newCard) => decideAt(state, event, now)

describe('a new card', () => {
  it.each(['none: e-mail not confirmed yet', 'cancelled', 'cancelled: subscribing again, on its way'])(
    'needs a subscription: not %s',
    (name) => {
      expect(given(called(name))).toEqual({ ok: false, problem: 'no-subscription' })
    },
  )

  it('is charged from now on; the old one is deleted, and a mail is sent', () => {
    expect(given(active)).toEqual({
      ok: true,
      next: { ...active.state, method: 'card-2', provider: 'stripe', version: active.state.version + 1 },
      mails: ['card-changed'],
      detach: 'card-1',
    })
  })

  it('may be the first: no card is deleted', () => {
    const decision = given(called('trial: without a card'))
    expect(decision).toMatchObject({ next: { method: 'card-2' }, mails: ['card-changed'] })
    expect(decision).not.toHaveProperty('detach')
  })

  it('may be the stored one again: it is not deleted', () => {
    const same = { type: 'update-card', method: 'card-1', provider: 'sandbox' } as const
    expect(decideAt(active.state, same, active.now)).not.toHaveProperty('detach')
  })

  it.each([
    'active: renewal on its way',
    'active: renewal unknown',
    'active: more users on their way',
    'active: more users, waiting for the bank',
  ])('does not change the open charge: %s', (name) => {
    const { state, now } = called(name)
    expect(given({ state, now })).toEqual({
      ok: true,
      next: { ...state, method: 'card-2', provider: 'stripe', version: state.version + 1 },
      mails: ['card-changed'],
      detach: 'card-1',
    })
  })

  it.each(['active: past due, soft', 'active: past due, hard'])('is tried at once: %s', (name) => {
    const decision = given(called(name))
    expect(decision).toMatchObject({
      next: { openCharge: { state: 'submitted', attempts: 2 } },
      charge: { key: 'period-2', attempt: 2, grossCents: 3570, method: 'card-2' },
      mails: ['card-changed'],
      detach: 'card-1',
    })
    expect(decision).not.toHaveProperty('voidCharge')
  })

  it('replaces an attempt that waits for the card holder, which is given up first', () => {
    expect(given(called('active: action required'))).toMatchObject({
      next: { openCharge: { state: 'submitted', attempts: 2 } },
      voidCharge: 'period-2',
      charge: { key: 'period-2', attempt: 2, method: 'card-2' },
      mails: ['card-changed'],
    })
  })
})

import { describe, expect, it } from 'vitest'
import { called, decideAt, type Situation } from '#support/billing-states.ts'
import type { ChargeAnsweredEvent } from './answer.ts'

const renewing = called('active: renewal on its way')
// money that was never invoiced has no tax
const amount = { netCents: 1190, vatBasisPoints: 0, vatCents: 0, grossCents: 1190 }

/** The decision on a reply about the open charge. */
function answerTo({ state, now }: Situation, news: ChargeAnsweredEvent['news'], attempt?: number) {
  const key = state.openCharge?.key ?? 'none'
  return decideAt(state, { type: 'charge-answered', key, attempt, news, grossCents: amount.grossCents }, now)
}

describe('a renewal', () => {
  it.each([
    ['declined-soft', 'declined', 'payment-failed'],
    ['declined-hard', 'declined', 'payment-refused'],
    ['needs-action', 'needs-action', 'payment-action-needed'],
  ] as const)('answered with %s is %s, and the mail is %s', (news, state, mail) => {
    const decision = answerTo(renewing, news)
    expect(decision).toMatchObject({
      ok: true,
      next: { status: 'active', openCharge: { key: 'period-2', state } },
      mails: [mail],
    })
    expect(decision).not.toHaveProperty('charge')
  })

  it.each(['processing', 'unknown'] as const)('answered with %s waits, and no mail is sent', (news) => {
    const { state } = renewing
    expect(answerTo(renewing, news)).toEqual({
      ok: true,
      next: { ...state, version: state.version + 1, openCharge: { ...state.openCharge, state: news } },
      mails: [],
    })
  })

  it('unknown to the provider is sent again', () => {
    expect(answerTo(renewing, 'abandoned')).toMatchObject({
      next: { openCharge: { state: 'submitted', attempts: 2 } },
      charge: { key: 'period-2', attempt: 2 },
    })
  })

  it('that the card holder failed to confirm is not sent again, but waits for another card', () => {
    const decision = answerTo(called('active: action required'), 'abandoned')
    expect(decision).toMatchObject({
      next: { openCharge: { state: 'declined', decline: 'hard' } },
      mails: ['payment-refused'],
    })
    expect(decision).not.toHaveProperty('charge')
  })

  it.each(['active: action required', 'active: past due, soft', 'active: renewal unknown'])(
    'is paid by a late payment: %s',
    (name) => {
      expect(answerTo(called(name), 'succeeded')).toMatchObject({
        next: { status: 'active', openCharge: null, until: new Date('2027-01-21T00:00:00Z') },
        bill: { key: 'period-2' },
        mails: ['payment-received'],
      })
    },
  )

  it.each(['declined-soft', 'declined-hard', 'abandoned', 'unknown'] as const)(
    'that was declined changes nothing by %s, which is late or heard twice',
    (news) => {
      const declined = called('active: past due, soft')
      expect(answerTo(declined, news)).toEqual({ ok: true, next: declined.state, mails: [] })
    },
  )

  it('cancelled meanwhile and not paid ended when it was cancelled', () => {
    expect(answerTo(called('pending-expiry: cancelled during the renewal'), 'declined-soft')).toMatchObject({
      next: { status: 'cancelled', openCharge: null, until: new Date('2026-12-21T00:00:00Z') },
      voidCharge: 'period-2',
      mails: ['subscription-ended'],
    })
  })

  it('cancelled meanwhile and paid runs out at the end of its paid time', () => {
    expect(answerTo(called('pending-expiry: cancelled during the renewal'), 'succeeded')).toMatchObject({
      next: { status: 'pending-expiry', openCharge: null, until: new Date('2027-01-21T00:00:00Z') },
      bill: { key: 'period-2' },
      mails: ['payment-received'],
    })
  })
})

describe('what a customer waits for', () => {
  it.each(['declined-soft', 'declined-hard', 'abandoned'] as const)(
    'does not happen after %s, and the user, who sees the result, gets no mail',
    (news) => {
      const { state, now } = called('active: more users on their way')
      expect(answerTo({ state, now }, news)).toEqual({
        ok: true,
        next: { ...state, openCharge: null, version: state.version + 1 },
        mails: [],
      })
    },
  )

  it('waits for them while the bank asks', () => {
    expect(answerTo(called('active: more users on their way'), 'needs-action')).toMatchObject({
      next: { licenseCount: 3, openCharge: { state: 'needs-action' } },
      mails: [],
    })
  })

  it('is gone when they fail to confirm it', () => {
    const decision = answerTo(called('active: more users, waiting for the bank'), 'abandoned')
    expect(decision).toMatchObject({ next: { licenseCount: 3, openCharge: null }, mails: [] })
    expect(decision).not.toHaveProperty('charge')
  })

  it('takes effect when it is paid', () => {
    expect(answerTo(called('active: more users on their way'), 'succeeded')).toMatchObject({
      next: { licenseCount: 5, openCharge: null },
      mails: ['users-changed'],
    })
  })
})

describe('a charge with several attempts', () => {
  const declined = called('active: past due, soft')
  const again = decideAt(declined.state, { type: 'retry-due' }, new Date(declined.now.getTime() + 86_400_000))
  const second = { state: again.ok ? again.next : declined.state, now: declined.now }

  it.each([
    [1, 1],
    [2, 2],
    [undefined, 2],
  ])('is paid by the attempt that the provider names (%s), or else by the last: %s', (named, paid) => {
    expect(answerTo(second, 'succeeded', named)).toMatchObject({
      next: { status: 'active', payments: [{ key: 'period-2', attempt: paid }] },
    })
  })
})

describe('an answer about a charge that is not open', () => {
  const { state, now } = called('active: first period')
  const late = (news: ChargeAnsweredEvent['news'], key: string, attempt?: number) =>
    decideAt(state, { type: 'charge-answered', key, attempt, news, grossCents: amount.grossCents }, now)

  it.each([
    ['period-99', undefined],
    ['period-1', 2],
  ])('refunds an unexpected payment: %s, attempt %s', (key, attempt) => {
    expect(late('succeeded', key, attempt)).toEqual({
      ok: true,
      next: { ...state, version: state.version + 1 },
      refunds: [{ key, reason: 'late', amount, alsoCents: 0 }],
      alert: 'late-payment',
      mails: ['payment-returned'],
    })
  })

  it.each([
    ['succeeded', 'period-1', 1],
    ['succeeded', 'period-1', undefined],
    ['declined-soft', 'period-99', undefined],
    ['abandoned', 'period-1', 2],
  ] as const)(
    'changes nothing where no money came a second time: %s %s, attempt %s',
    (news, key, attempt) => {
      expect(late(news, key, attempt)).toEqual({ ok: true, next: state, mails: [] })
    },
  )
})

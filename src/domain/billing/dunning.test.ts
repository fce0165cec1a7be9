import { describe, expect, it } from 'vitest'
import { active, after, answered, called, day, decideAt, type Situation } from '#support/billing-states.ts'
import { mayTryAgain, retryAt } from './dunning.ts'
import type { SubscriptionState } from './state.ts'
import { nextTimer } from './timers.ts'

const renewing = after(active, { type: 'until-reached', users: 3 }, new Date('2026-12-21T00:00:00Z'))

/**
 * The days after the first attempt on which something happens, if every attempt of a renewal is declined the same way.
 */
function story(news: 'declined-soft' | 'declined-hard' | 'needs-action') {
  let situation: Situation = answered(renewing, news)
  const happened: [string, number][] = []
  for (let timer = nextTimer(situation.state, 10); timer; timer = nextTimer(situation.state, 10)) {
    happened.push([timer.type, (timer.at.getTime() - renewing.now.getTime()) / 86_400_000])
    const event =
      timer.type === 'until-reached' ? ({ type: timer.type, users: 3 } as const) : { type: timer.type }
    situation = after(situation, event, timer.at)
    if (situation.state.openCharge?.state === 'submitted') situation = answered(situation, news)
  }
  return { happened, state: situation.state }
}

describe('a renewal that its holder has tried again', () => {
  const again = { type: 'try-again' } as const
  const at = (hours: number) => new Date(renewing.now.getTime() + hours * 3_600_000)
  const soft = answered(renewing, 'declined-soft')

  it('is charged at once to the card on file, and its days of retry stay', () => {
    expect(mayTryAgain(soft.state)).toBe(true)
    const decision = decideAt(soft.state, again, at(2))
    expect(decision).toMatchObject({ charge: { key: 'period-2', attempt: 2, method: soft.state.method } })
    const declined = answered(after(soft, again, at(2)), 'declined-soft')
    expect(retryAt(declined.state, 10)).toEqual(at(24))
    expect(answered(after(soft, again, at(2)), 'succeeded').state).toMatchObject({
      status: 'active',
      openCharge: null,
    })
  })

  it.each<[string, SubscriptionState, string]>([
    ['after a hard decline', answered(renewing, 'declined-hard').state, 'no-retry'],
    ['while the bank asks', answered(renewing, 'needs-action').state, 'no-retry'],
    ['while its outcome is not known', answered(renewing, 'unknown').state, 'charge-in-flight'],
    ['without a card', { ...soft.state, method: null }, 'no-retry'],
    ['where nothing is overdue', active.state, 'no-retry'],
    ['once it has ended', { ...soft.state, status: 'cancelled' }, 'no-retry'],
  ])('is refused %s', (_, state, problem) => {
    expect(mayTryAgain(state)).toBe(false)
    expect(decideAt(state, again, at(2))).toEqual({ ok: false, problem })
  })

  it('is tried ten times in all, and no oftener', () => {
    let situation: Situation = soft
    while (mayTryAgain(situation.state)) situation = answered(after(situation, again, at(2)), 'declined-soft')
    expect(situation.state.openCharge?.attempts).toBe(10)
    expect(decideAt(situation.state, again, at(2))).toEqual({ ok: false, problem: 'no-retry' })
  })
})

describe('a renewal that is not paid', () => {
  it('is tried on the days 1, 3, 5 and 7 and ends after the grace of 10, when the bank may agree later', () => {
    const { happened, state } = story('declined-soft')
    expect(happened).toEqual([
      ['retry-due', 1],
      ['retry-due', 3],
      ['retry-due', 5],
      ['retry-due', 7],
      ['grace-over', 10],
    ])
    expect(state).toMatchObject({ status: 'cancelled', openCharge: null, until: renewing.now })
  })

  it.each(['declined-hard', 'needs-action'] as const)('is not tried again after %s', (news) => {
    expect(story(news).happened).toEqual([['grace-over', 10]])
  })

  it('is not tried again once the card is gone, and ends after the grace', () => {
    const declined = answered(renewing, 'declined-soft')
    const gone = after(declined, { type: 'customer-gone', provider: declined.state.provider ?? '' })
    expect(nextTimer(gone.state, 10)).toMatchObject({ type: 'grace-over' })
    const early = decideAt(gone.state, { type: 'retry-due' }, new Date('2026-12-23T00:00:00Z'))
    expect(early).toMatchObject({ next: gone.state, mails: [] })
    const ended = decideAt(gone.state, { type: 'grace-over' }, new Date('2027-01-01T00:00:00Z'))
    expect(ended).toMatchObject({ next: { status: 'cancelled', openCharge: null } })
  })

  it('is tried at once with another card, and by the days that are left', () => {
    const declined = answered(renewing, 'declined-hard')
    const carded = after(
      declined,
      { type: 'update-card', method: 'card-2', provider: 'sandbox' },
      day('2026-12-24'),
    )
    expect(carded.state.openCharge).toMatchObject({ state: 'submitted', attempts: 2 })
    const again = answered(carded, 'declined-soft')
    expect(nextTimer(again.state, 10)).toEqual({ type: 'retry-due', at: new Date('2026-12-26T00:00:00Z') })
  })

  it('keeps its number of attempts and the amount of the first', () => {
    const declined = answered(renewing, 'declined-soft')
    const decision = decideAt(declined.state, { type: 'retry-due' }, day('2026-12-22'), { vatBasisPoints: 0 })
    expect(decision).toMatchObject({
      charge: { key: 'period-2', attempt: 2, grossCents: 3570, method: 'card-1' },
    })
  })

  it('is not tried early, nor given up early', () => {
    const declined = answered(renewing, 'declined-soft')
    const early = (event: 'retry-due' | 'grace-over', at: string) =>
      expect(decideAt(declined.state, { type: event }, new Date(at))).toEqual({
        ok: true,
        next: declined.state,
        mails: [],
      })
    early('retry-due', '2026-12-21T23:59:59.999Z')
    early('grace-over', '2026-12-30T23:59:59.999Z')
  })

  it('is never given up while its result is unknown', () => {
    const unknown = answered(renewing, 'unknown')
    expect(nextTimer(unknown.state, 10)).toBeUndefined()
    expect(decideAt(unknown.state, { type: 'grace-over' }, day('2027-01-10'))).toEqual({
      ok: false,
      problem: 'charge-in-flight',
    })
    // paid long after the grace period: still the period that was ordered
    expect(answered({ ...unknown, now: day('2027-01-10') }, 'succeeded').state).toMatchObject({
      status: 'active',
      until: new Date('2027-01-21T00:00:00Z'),
    })
  })

  it('is refunded if the payment arrives after the end', () => {
    const over: SubscriptionState = story('declined-soft').state
    const amount = { netCents: 3570, vatBasisPoints: 0, vatCents: 0, grossCents: 3570 }
    const decision = decideAt(
      over,
      { type: 'charge-answered', key: 'period-2', news: 'succeeded', grossCents: amount.grossCents },
      day('2027-01-10'),
    )
    expect(decision).toMatchObject({
      refunds: [{ key: 'period-2', reason: 'late', amount, alsoCents: 0 }],
      alert: 'late-payment',
      next: { status: 'cancelled' },
    })
  })
})

describe('the next attempt of a renewal', () => {
  const declined = answered(renewing, 'declined-soft')
  const lastDay = { ...declined.state, openCharge: declinedOn('2026-12-26T00:00:00Z') }

  function declinedOn(date: string) {
    const { openCharge } = declined.state
    return openCharge && { ...openCharge, lastDeclinedAt: new Date(date) }
  }

  it('is only within the grace', () => {
    expect(retryAt(lastDay, 7)).toBeUndefined()
    expect(retryAt(lastDay, 8)).toEqual(new Date('2026-12-28T00:00:00Z'))
  })

  it('is due at its time, to the millisecond, with the amount and the key of the first', () => {
    expect(decideAt(declined.state, { type: 'retry-due' }, new Date('2026-12-22T00:00:00Z'))).toMatchObject({
      next: { openCharge: { state: 'submitted', attempts: 2 } },
      charge: { key: 'period-2', attempt: 2 },
    })
  })

  it.each(['active: past due, hard', 'active: action required', 'active: first period'])(
    'is none that needs the customer: %s',
    (name) => {
      const { state } = called(name)
      expect(decideAt(state, { type: 'retry-due' }, day('2026-12-30'))).toEqual({
        ok: true,
        next: state,
        mails: [],
      })
    },
  )

  it.each(['pending-expiry', 'cancelled'] as const)('is none once it is %s', (status) => {
    expect(retryAt({ ...declined.state, status }, 10)).toBeUndefined()
  })

  it('does not exist without a charge, a date, or for one that a customer waits for', () => {
    expect(retryAt(active.state, 10)).toBeUndefined()
    expect(retryAt({ ...declined.state, until: null }, 10)).toBeUndefined()
    const seats = called('active: more users on their way')
    const at = day('2026-11-26')
    const softly = { state: 'declined', decline: 'soft', firstDeclinedAt: at, lastDeclinedAt: at } as const
    const openCharge = seats.state.openCharge && { ...seats.state.openCharge, ...softly }
    expect(retryAt({ ...seats.state, openCharge }, 40)).toBeUndefined()
  })
})

describe('the end of the grace', () => {
  const over = new Date('2026-12-31T00:00:00Z')
  const endedAt = ({ state }: Situation, at = over) => decideAt(state, { type: 'grace-over' }, at)

  it.each(['declined-soft', 'declined-hard', 'needs-action'] as const)(
    'ends a subscription whose renewal is %s, with a mail, and abandons the charge',
    (news) => {
      expect(endedAt(answered(renewing, news))).toMatchObject({
        next: { status: 'cancelled', openCharge: null, until: renewing.now },
        voidCharge: 'period-2',
        mails: ['subscription-ended'],
      })
    },
  )

  it.each([
    'active: first period',
    'active: more users, waiting for the bank',
    'pending-expiry: cancelled during the renewal',
    'cancelled',
  ])('concerns no other: %s', (name) => {
    const situation = called(name)
    expect(endedAt(situation)).toEqual({ ok: true, next: situation.state, mails: [] })
  })

  it('is never reached without a date', () => {
    const dateless = { ...answered(renewing, 'declined-soft').state, until: null }
    expect(endedAt({ state: dateless, now: over })).toEqual({ ok: true, next: dateless, mails: [] })
  })
})

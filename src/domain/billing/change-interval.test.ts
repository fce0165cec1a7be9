import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  context,
  day,
  decideAt,
  month,
  type Situation,
  setUsers,
  situations,
  subscribing,
  year,
} from '#support/billing-states.ts'
import { offerAtOnce, offerFor } from './offer.ts'
import { healthOf } from './state.ts'

const quarter = { value: 3, unit: 'm' } as const
const { method: _, ...order } = subscribing
/** Three users, monthly, on the tenth of thirty days. */
const tenth = { ...active, now: day('2026-11-30') }
const lengthen = { ...order, interval: year, atOnce: true }
/** Nine of thirty days are used: 21 days of 30.00 are credited. */
const rest = { netCents: 2100, vatCents: 399, grossCents: 2499 }

describe('a longer interval at once', () => {
  it('begins with the day of the order, is charged less the rest of the running period, and credits that once it is paid', () => {
    const asked = after(tenth, lengthen)
    const due = 34_272 - rest.grossCents
    expect(asked.state).toMatchObject({
      interval: month,
      until: active.state.until,
      creditCents: 0,
      payments: active.state.payments,
      openCharge: { dueCents: due, amount: { netCents: 28_800, grossCents: 34_272 } },
    })
    const { key } = asked.state.openCharge ?? {}
    const paid = decideAt(
      asked.state,
      { type: 'charge-answered', key: key ?? '', news: 'succeeded', grossCents: due },
      tenth.now,
    )
    expect(paid).toMatchObject({
      next: {
        status: 'active',
        interval: year,
        nextInterval: null,
        periodStart: new Date('2026-11-30T00:00:00Z'),
        until: new Date('2027-11-30T00:00:00Z'),
        creditCents: 0,
        licenseCount: 3,
        openCharge: null,
        payments: [{ key, levelCents: 28_800, creditCents: rest.grossCents }],
      },
      bill: { key, paidBy: { creditCents: rest.grossCents, cardCents: due, openCents: 0, alsoCents: 0 } },
      credits: [{ key: 'period-1', amount: { ...rest, vatBasisPoints: 1900 } }],
      mails: ['payment-received'],
    })
  })

  it('is offered at the price charged, at every minute of the day', () => {
    for (const now of [day('2026-11-30'), new Date('2026-11-30T23:59:59Z')])
      expect(offerAtOnce(active.state, { users: 3, interval: year }, { ...context, now })).toMatchObject({
        priceCents: 28_800,
        vatCents: 5472,
        restCents: rest.grossCents,
        creditCents: rest.grossCents,
        dueCents: 34_272 - rest.grossCents,
        chargedAt: null,
        extendedAt: new Date('2027-11-30T00:00:00Z'),
      })
  })

  it('credits the rest at the tax it was paid with, and is taxed as of today', () => {
    const untaxed = { ...context, now: tenth.now, vatBasisPoints: 0 }
    expect(offerAtOnce(active.state, { users: 3, interval: year }, untaxed)).toMatchObject({
      vatCents: 0,
      restCents: rest.grossCents,
      dueCents: 28_800 - rest.grossCents,
    })
  })

  it('charges the current users, and credits removed ones', () => {
    expect(
      offerAtOnce(active.state, { users: 1, interval: year }, { ...context, now: tenth.now }),
    ).toMatchObject({ users: 1, priceCents: 9600, restCents: rest.grossCents })
  })

  it('credits exactly what was paid for more users on that day', () => {
    const more = answered(after(tenth, setUsers(tenth, 10)), 'succeeded')
    const [, seats] = more.state.payments
    const asked = after(more, { ...lengthen, users: 10 })
    const { key = '', dueCents: grossCents = 0 } = asked.state.openCharge ?? {}
    const paid = decideAt(
      asked.state,
      { type: 'charge-answered', key, news: 'succeeded', grossCents },
      more.now,
    )
    expect(paid).toMatchObject({
      next: { licenseCount: 10, creditCents: 0 },
      credits: [
        { key: seats?.key, amount: seats?.amount },
        { key: 'period-1', amount: { netCents: 2100 } },
      ],
    })
  })

  it('counts as a first term, with its time for withdrawal, and notice only after it', () => {
    const second = { ...active, state: { ...active.state, term: 4 } }
    const { state } = answered(after({ ...second, now: tenth.now }, lengthen), 'succeeded')
    expect([state.term, state.contractAt]).toEqual([1, tenth.now])
    const left = after({ state, now: day('2027-01-05') }, { type: 'cancel' })
    expect(left.state).toMatchObject({ status: 'pending-expiry', until: state.until })
  })

  it('changes nothing if declined', () => {
    const { state } = answered(after(tenth, lengthen), 'declined-soft')
    expect(state).toMatchObject({
      ...active.state,
      openCharge: null,
      periodIndex: 2,
      version: expect.any(Number),
    })
  })

  it('is no overdue renewal while the bank asks the card holder', () => {
    const asked = answered(after(tenth, lengthen), 'needs-action')
    expect([healthOf(asked.state), asked.state.status]).toEqual(['ok', 'active'])
    // the period and its end are unchanged
    expect(after(asked, { type: 'until-reached', users: 3 }, day('2026-12-21')).state).toMatchObject({
      openCharge: { purpose: { interval: month, starts: 'at-until' } },
    })
  })

  it('refunds a payment that arrives after a cancellation', () => {
    const asked = after(tenth, lengthen)
    const left = after(asked, { type: 'cancel' })
    const { openCharge } = asked.state
    const paid = decideAt(
      left.state,
      {
        type: 'charge-answered',
        key: openCharge?.key ?? '',
        news: 'succeeded',
        grossCents: openCharge?.dueCents ?? 0,
      },
      tenth.now,
    )
    expect(paid).toMatchObject({
      next: { status: 'pending-expiry', interval: month, until: active.state.until },
      refunds: [{ key: openCharge?.key, reason: 'late', amount: { grossCents: openCharge?.dueCents } }],
    })
  })

  it('refunded within seven days, sets the balance to the value of the rest', () => {
    const paid = answered(after(tenth, lengthen), 'succeeded')
    expect(decideAt(paid.state, { type: 'refund' }, day('2026-12-02'))).toMatchObject({
      next: { status: 'cancelled', creditCents: rest.grossCents },
      refunds: [{ amount: { grossCents: 34_272 - rest.grossCents }, alsoCents: 0 }],
      credits: [{ amount: { grossCents: rest.grossCents } }],
    })
  })

  it.each([
    ['the same interval', { interval: month }, 'already-subscribed'],
    ['one that is not sold', { interval: { value: 2, unit: 'y' } as const }, 'interval-not-sold'],
    ['another price than was shown', { shownGrossCents: 34_272 }, 'quote-stale'],
  ])('is refused: %s', (_what, change, problem) => {
    expect(decideAt(tenth.state, { ...lengthen, ...change }, tenth.now)).toEqual({ ok: false, problem })
  })

  it('is refused if it is not longer than the running one, which offers none either', () => {
    const yearly = answered(after(tenth, lengthen), 'succeeded')
    const shorter = { ...order, interval: quarter, atOnce: true }
    expect(decideAt(yearly.state, shorter, yearly.now)).toEqual({ ok: false, problem: 'interval-not-longer' })
    const now = { ...context, now: yearly.now }
    expect(offerAtOnce(yearly.state, { users: 3, interval: quarter }, now)).toBeUndefined()
  })

  it('is refused without a card', () => {
    const state = { ...tenth.state, method: null }
    expect(decideAt(state, lengthen, tenth.now)).toEqual({ ok: false, problem: 'payment-method-needed' })
  })
})

describe("another interval at the period's end", () => {
  const later = { ...order, interval: year }

  it('is charged then, at the price shown, and is a new first term', () => {
    const shown = offerFor(tenth.state, later, { ...context, now: tenth.now })
    const chosen = after(tenth, { ...later, shownGrossCents: shown?.dueCents })
    expect(chosen.state).toMatchObject({ interval: month, nextInterval: year, openCharge: null, term: 1 })
    const until = active.state.until as Date
    const renewed = answered(after(chosen, { type: 'until-reached', users: 3 }, until), 'succeeded')
    expect(renewed.state).toMatchObject({
      interval: year,
      term: 1,
      payments: [{ amount: { grossCents: shown?.dueCents } }],
    })
    // the next term of the same interval is the second
    const again = renewed.state.until as Date
    expect(
      after(renewed, { type: 'until-reached', users: 3 }, again).state.openCharge?.purpose,
    ).toMatchObject({
      term: 2,
    })
  })

  it('is announced by mail, and revoked by choosing the running one again', () => {
    expect(decideAt(tenth.state, later, tenth.now)).toMatchObject({ mails: ['interval-changed'] })
    const chosen = after(tenth, later)
    expect(after(chosen, order).state.nextInterval).toBeNull()
  })

  it('can be chosen while the bank asks for a confirmation of more users', () => {
    const { state, now } = called('active: more users, waiting for the bank')
    expect(after({ state, now }, later).state).toMatchObject({
      nextInterval: year,
      openCharge: state.openCharge,
    })
  })

  it.each([
    ['the one that runs', tenth, order, 'already-subscribed'],
    ['the one that is chosen already', after(tenth, later), later, 'already-subscribed'],
    [
      'one that is not sold',
      tenth,
      { ...order, interval: { value: 2, unit: 'y' } as const },
      'interval-not-sold',
    ],
    ['while a renewal is not paid', situations['active: past due, soft'], later, 'payment-overdue'],
    [
      'while a charge is on its way',
      situations['active: more users on their way'],
      later,
      'charge-in-flight',
    ],
  ] as const)('is refused: %s', (_what, situation, wish, problem) => {
    const { state, now } = situation as Situation
    expect(decideAt(state, wish, now)).toEqual({ ok: false, problem })
  })

  it('is refused at another price than was shown', () => {
    expect(decideAt(tenth.state, { ...later, shownGrossCents: 1 }, tenth.now)).toEqual({
      ok: false,
      problem: 'quote-stale',
    })
  })
})

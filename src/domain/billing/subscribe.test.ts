import { describe, expect, it } from 'vitest'
import {
  active,
  after,
  answered,
  called,
  day,
  decideAt,
  none,
  subscribing,
  year,
} from '#support/billing-states.ts'

describe('subscribing', () => {
  it.each([
    [{ confirmed: false }, 'confirmation-required'],
    [{ billingComplete: false }, 'billing-incomplete'],
    [{ method: undefined }, 'payment-method-needed'],
    [{ interval: { value: 6, unit: 'm' } as const }, 'interval-not-sold'],
    [{ users: 61 }, 'too-many-users'],
    [{ shownGrossCents: 3571 }, 'quote-stale'],
  ])('with %j is refused: %s', (change, problem) => {
    expect(decideAt(none.state, { ...subscribing, ...change }, none.now)).toEqual({ ok: false, problem })
  })

  it('is refused in a service that is closing', () => {
    const problem = { ok: false, problem: 'sunset' }
    expect(decideAt(none.state, subscribing, none.now, { serviceMode: 'sunset' })).toEqual(problem)
  })

  it.each([
    [60, 60],
    [0, 1],
  ])('for an account of %i is for %i users', (users, paidLicenses) => {
    const asked = after(none, { ...subscribing, users })
    expect(asked.state.openCharge?.purpose).toMatchObject({ paidLicenses })
    expect(asked.state).toMatchObject({ includedLicenses: 0, includedUntil: null, coupon: null })
  })

  it('charges the price shown', () => {
    const decision = decideAt(none.state, { ...subscribing, shownGrossCents: 3570 }, none.now)
    expect(decision).toMatchObject({
      charge: { key: 'period-1', attempt: 1, grossCents: 3570, method: 'card-1' },
    })
  })

  it('begins on the day on which it is paid', () => {
    const asked = after(none, subscribing)
    const paid = answered({ ...asked, now: day('2026-11-24') }, 'succeeded').state
    expect(paid.periodStart).toEqual(new Date('2026-11-24T00:00:00Z'))
    expect(paid.until).toEqual(new Date('2026-12-24T00:00:00Z'))
    expect(paid.contractAt).toEqual(day('2026-11-24'))
  })

  it('again while a renewal is overdue pays the amount left after credit, at the price shown', () => {
    const credited = { ...active, state: { ...active.state, creditCents: 500 } }
    const due = after(credited, { type: 'until-reached', users: 3 }, active.state.until ?? active.now)
    const late = answered(due, 'declined-hard')
    const again = { ...subscribing, method: 'card-2', shownGrossCents: 3070 }
    expect(decideAt(late.state, again, late.now)).toMatchObject({
      charge: { key: 'period-2', attempt: 2, grossCents: 3070, method: 'card-2' },
    })
  })

  it.each([
    ['without a card', { method: undefined }],
    ['with a card of nobody', { provider: undefined }],
    ['for another interval', { interval: year }],
    ['at another price than was shown', { shownGrossCents: 3571 }],
  ])('again while a renewal is overdue pays nothing %s', (_, change) => {
    const { state, now } = called('active: past due, soft')
    const wish = { ...subscribing, method: 'card-2', ...change }
    expect(decideAt(state, wish, now)).toEqual({ ok: false, problem: 'payment-overdue' })
  })

  it('again while a renewal is overdue pays it also where no price was shown', () => {
    const { state, now } = called('active: past due, soft')
    expect(decideAt(state, { ...subscribing, method: 'card-2' }, now)).toMatchObject({
      charge: { key: 'period-2', attempt: 2, method: 'card-2' },
    })
  })

  it.each([
    ['a trial', called('trial: followed by a plan'), subscribing.interval, year],
    ['a grant for another time', called('prepaid: followed by a plan'), subscribing.interval, year],
    ['another interval', after(active, { ...subscribing, interval: year }), year, subscribing.interval],
  ] as const)(
    'again while the interval after %s is overdue pays for that interval',
    (_, before, due, other) => {
      const over = before.state.until ?? before.now
      const late = answered(after(before, { type: 'until-reached', users: 3 }, over), 'declined-hard')
      const again = { ...subscribing, method: 'card-2' }
      expect(decideAt(late.state, { ...again, interval: due }, late.now)).toMatchObject({
        charge: { key: late.state.openCharge?.key, attempt: 2, method: 'card-2' },
      })
      expect(decideAt(late.state, { ...again, interval: other }, late.now)).toEqual({
        ok: false,
        problem: 'payment-overdue',
      })
    },
  )

  it('again during a renewal waits for its answer', () => {
    const { state, now } = called('active: renewal on its way')
    expect(decideAt(state, { ...subscribing, method: 'card-2' }, now)).toEqual({
      ok: false,
      problem: 'charge-in-flight',
    })
  })

  it('to the running plan changes no card', () => {
    expect(decideAt(active.state, { ...subscribing, method: 'card-2' }, active.now)).toEqual({
      ok: false,
      problem: 'already-subscribed',
    })
  })

  it('waits for the first charge, and abandons one that the bank asks about', () => {
    const sent = called('cancelled: subscribing again, on its way')
    expect(decideAt(sent.state, subscribing, sent.now)).toEqual({ ok: false, problem: 'charge-in-flight' })
    const asked = called('cancelled: subscribing again, waiting for the bank')
    expect(decideAt(asked.state, subscribing, asked.now)).toMatchObject({
      voidCharge: asked.state.openCharge?.key,
      charge: { attempt: 1 },
    })
  })

  it('leaves nothing behind but the card when it is declined', () => {
    const declined = answered(after(none, subscribing), 'declined-hard').state
    expect(declined).toMatchObject({ status: 'none', openCharge: null, method: 'card-1', creditCents: 0 })
    // the next attempt is another charge
    expect(after({ state: declined, now: none.now }, subscribing).state.openCharge?.key).toBe('period-2')
  })

  it('after the end is a new contract, from that day, with the plan of that day', () => {
    const left = after(
      after(active, { type: 'cancel' }),
      { type: 'until-reached', users: 3 },
      day('2026-12-21'),
    )
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    const again = answered(
      after(left, { ...subscribing, plan: cheap, method: undefined }, day('2027-01-10')),
      'succeeded',
    )
    expect(again.state).toMatchObject({
      term: 1,
      plan: { id: 'cheap' },
      until: new Date('2027-02-10T00:00:00Z'),
    })
    expect(again.state.contractAt).toEqual(day('2027-01-10'))
  })

  it('again before the end continues without a charge, with its plan', () => {
    const left = after(active, { type: 'cancel' })
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    const decision = decideAt(left.state, { ...subscribing, plan: cheap }, left.now)
    expect(decision).toMatchObject({
      next: { status: 'active', plan: { id: 'plan-2' }, until: active.state.until },
    })
    expect(decision).not.toHaveProperty('charge')
    // also if that plan no longer sells it
    const gone = { ...cheap, intervals: [] }
    expect(decideAt(left.state, { ...subscribing, plan: gone }, left.now)).toMatchObject({ ok: true })
  })

  it('after an end that is not recorded yet is a new contract as well', () => {
    const left = after(active, { type: 'cancel' })
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    expect(decideAt(left.state, { ...subscribing, plan: cheap }, day('2026-12-22'))).toMatchObject({
      next: { openCharge: { purpose: { plan: { id: 'cheap' }, starts: 'when-paid', term: 1 } } },
    })
  })
})

describe('a card that is given with it', () => {
  const planned = called('trial: followed by a plan')
  const choose = (change: object) => decideAt(planned.state, { ...subscribing, ...change }, planned.now)

  it('replaces the one before, which is forgotten at the provider', () => {
    const change = { interval: year, method: 'card-2', provider: undefined }
    expect(choose(change)).toMatchObject({
      next: { method: 'card-2', provider: 'sandbox' },
      detach: 'card-1',
    })
  })

  it.each([
    ['a trial', planned],
    ['a grant', called('prepaid: followed by a plan')],
  ])('for the plan that was chosen to follow %s is the card from then on', (_, { state, now }) => {
    expect(decideAt(state, { ...subscribing, method: 'card-2' }, now)).toEqual({
      ok: true,
      next: { ...state, method: 'card-2', version: state.version + 1 },
      detach: 'card-1',
      mails: ['card-changed'],
    })
    const lost = { ...state, method: null }
    const again = decideAt(lost, subscribing, now)
    expect(again).toMatchObject({ next: { method: 'card-1', nextInterval: subscribing.interval } })
    expect(again).not.toHaveProperty('detach')
  })

  it.each([
    ['the card that it has', {}],
    ['no card', { method: undefined }],
    ['a card of nobody', { method: 'card-2', provider: undefined }],
  ])('for the plan that was chosen is refused with %s', (_, change) => {
    expect(choose(change)).toEqual({ ok: false, problem: 'already-subscribed' })
  })

  it('is deleted only if another one replaces it', () => {
    expect(choose({ interval: year })).not.toHaveProperty('detach')
    expect(choose({ interval: year, method: undefined })).not.toHaveProperty('detach')
    expect(decideAt(none.state, subscribing, none.now)).not.toHaveProperty('detach')
    expect(choose({ interval: { value: 6, unit: 'm' }, method: 'card-2' })).toEqual({
      ok: false,
      problem: 'interval-not-sold',
    })
  })
})

describe('choosing a plan to follow a trial', () => {
  const trial = called('trial: without a card')
  const planned = called('trial: followed by a plan')

  it('is an agreement of that day, whose date a later choice does not change', () => {
    expect(decideAt(trial.state, subscribing, trial.now)).toMatchObject({
      next: { status: 'trial', nextInterval: subscribing.interval, contractAt: trial.now },
      mails: ['subscription-planned'],
    })
    const later = after(planned, { ...subscribing, interval: year }, day('2026-11-30'))
    expect(later.state).toMatchObject({ nextInterval: year, contractAt: planned.state.contractAt })
  })

  it('again counts as another choice only with another interval or plan', () => {
    expect(decideAt(planned.state, subscribing, planned.now)).toEqual({
      ok: false,
      problem: 'already-subscribed',
    })
    const cheap = { ...subscribing.plan, id: 'cheap', basePriceCents: 500 }
    expect(after(planned, { ...subscribing, plan: cheap }).state.plan).toEqual(cheap)
  })

  it('revokes the cancellation of the trial', () => {
    const left = called('trial: cancelled (pending-expiry)')
    expect(after(left, subscribing).state.status).toBe('trial')
  })
})

describe('a period at once', () => {
  it.each([
    'trial: without a card',
    'trial: followed by a plan',
    'trial: cancelled (pending-expiry)',
    'prepaid: by the admin',
    'prepaid: followed by a plan',
    'pending-expiry: paid',
  ])('is refused as a whole, whatever its interval and card: %s', (name) => {
    const { state, now } = called(name)
    for (const interval of [subscribing.interval, year]) {
      const asked = { ...subscribing, interval, method: 'card-2', atOnce: true }
      expect(decideAt(state, asked, now)).toEqual({ ok: false, problem: 'interval-not-at-once' })
    }
  })

  it.each([none, called('cancelled'), { ...called('pending-expiry: paid'), now: day('2026-12-22') }])(
    'begins with every order if no period is running',
    ({ state, now }) => {
      const asked = { ...subscribing, interval: year }
      expect(decideAt(state, { ...asked, atOnce: true }, now)).toEqual(decideAt(state, asked, now))
      expect(decideAt(state, asked, now)).toMatchObject({ charge: { attempt: 1 } })
    },
  )
})

describe('taking a cancellation back', () => {
  const resume = { type: 'resume', users: 3 } as const
  const left = after(active, { type: 'cancel' })

  it('is announced by mail, and applies the interval chosen with it', () => {
    expect(decideAt(left.state, resume, left.now)).toMatchObject({
      next: { status: 'active' },
      mails: ['subscription-resumed'],
    })
    expect(after(left, { ...subscribing, interval: year }).state.nextInterval).toEqual(year)
    expect(after(left, subscribing).state.nextInterval).toBeNull()
  })

  it('credits users that are gone, where they cost something', () => {
    expect(decideAt(left.state, { ...resume, users: 2 }, left.now)).toMatchObject({
      next: { licenseCount: 2 },
      credits: [{ key: 'period-1' }],
    })
    const trial = called('trial: cancelled (pending-expiry)')
    const two = { ...trial.state, licenseCount: 2 }
    expect(decideAt(two, { ...resume, users: 1 }, trial.now)).toEqual({
      ok: true,
      next: { ...two, status: 'trial', licenseCount: 1, version: two.version + 1 },
      mails: ['subscription-resumed'],
    })
  })

  it('of a subscription that was not cancelled does nothing', () => {
    expect(decideAt(active.state, resume, active.now)).toEqual({ ok: true, next: active.state, mails: [] })
  })

  it.each([
    ['a trial', called('trial: without a card'), {}, 'not-resumable'],
    ['what has ended', { ...left, now: day('2026-12-21') }, {}, 'not-resumable'],
    ['what has no card', { ...left, state: { ...left.state, method: null } }, {}, 'payment-method-needed'],
    ['a service that is closing', left, { serviceMode: 'sunset' }, 'sunset'],
  ] as const)('is refused: %s', (_, { state, now }, world, problem) => {
    expect(decideAt(state, resume, now, world)).toEqual({ ok: false, problem })
  })
})

import { describe, expect, it } from 'vitest'
import { intervalsAfter } from '#domain/interval.ts'
import {
  active,
  after,
  answered,
  called,
  confirming,
  coupon,
  day,
  decideAt,
  none,
  setUsers,
  subscribing,
} from '#support/billing-states.ts'

const redeem = { type: 'redeem-coupon', coupon, usedBefore: false } as const
const assign = { type: 'assign-prepaid', licenseCount: 3, interval: { value: 1, unit: 'm' } } as const

describe('a coupon', () => {
  it.each([
    [{ ...redeem, usedBefore: true }, 'coupon-used'],
    [{ ...redeem, coupon: { ...coupon, validUntil: '2026-11-25' } }, 'coupon-expired'],
    [{ ...redeem, coupon: { ...coupon, uses: 5, maxUses: 5 } }, 'coupon-used-up'],
    [{ ...redeem, coupon: { ...coupon, uses: 4, maxUses: 5, validUntil: '2026-11-26' } }, undefined],
  ])('%j: %s', (event, problem) => {
    const decision = decideAt(active.state, event, active.now)
    expect(decision.ok ? undefined : decision.problem).toBe(problem)
  })

  it('during a paid subscription adds its users for its time, and removes them again', () => {
    const including = after(active, redeem)
    expect(including.state).toMatchObject({
      licenseCount: 5,
      includedLicenses: 2,
      coupon: 'WELCOME',
      creditCents: 0,
    })
    const end = including.state.includedUntil as Date
    expect(end).toEqual(day('2027-01-26'))
    const early = new Date(end.getTime() - 1)
    expect(after(including, { type: 'included-ended' }, early).state.licenseCount).toBe(5)
    expect(after(including, { type: 'included-ended' }, end).state).toMatchObject({
      licenseCount: 3,
      coupon: null,
    })
  })

  it('ends its users on their own date also in a cancelled subscription, and mails it', () => {
    const week = { ...redeem, coupon: { ...coupon, interval: { value: 1, unit: 'w' } as const } }
    const left = after(after(active, { type: 'cancel' }), week)
    expect(left.state).toMatchObject({ status: 'pending-expiry', licenseCount: 5 })
    expect(decideAt(left.state, { type: 'included-ended' }, left.state.includedUntil as Date)).toMatchObject({
      next: { licenseCount: 3, includedLicenses: 0, includedUntil: null, coupon: null },
      mails: ['included-ended'],
    })
  })

  it('ends with the grant if redeemed alone, and without a grant ends nothing', () => {
    for (const { state } of [called('prepaid: by a coupon'), active]) {
      const over = state.includedUntil ?? day('2026-12-01')
      expect(decideAt(state, { type: 'included-ended' }, over)).toEqual({ ok: true, next: state, mails: [] })
    }
  })

  it('runs one at a time: the next one can be redeemed at its end, whether or not that has been written down', () => {
    const many = after(active, { ...redeem, coupon: { ...coupon, licenseCount: 5 } })
    const end = many.state.includedUntil as Date
    const second = { ...redeem, coupon: { ...coupon, code: 'SECOND' } }
    expect(decideAt(many.state, second, new Date(end.getTime() - 1))).toEqual({
      ok: false,
      problem: 'coupon-running',
    })
    expect(decideAt(many.state, second, end)).toMatchObject({
      next: {
        status: 'active',
        licenseCount: 5,
        includedLicenses: 2,
        includedUntil: day('2027-03-26'),
        coupon: 'SECOND',
      },
      mails: ['coupon-redeemed'],
    })
  })

  it('keeps the plan chosen to follow the grant', () => {
    const { state, now } = called('prepaid: followed by a plan')
    expect(decideAt(state, redeem, now)).toMatchObject({
      next: { status: 'prepaid', nextInterval: subscribing.interval, licenseCount: 3 },
      mails: ['coupon-redeemed'],
    })
  })

  it.each([redeem, assign])('waits for a charge in progress: $type', (event) => {
    const { state, now } = called('cancelled: subscribing again, on its way')
    expect(decideAt(state, event, now)).toEqual({ ok: false, problem: 'charge-in-flight' })
  })

  it('after a cancelled period that is over grants the same, whether or not its end has been written down', () => {
    const left = after(active, { type: 'cancel' })
    const over = day('2026-12-21')
    const ended = after(left, { type: 'until-reached', users: 3 }, over)
    const { version: _, ...late } = after(left, redeem, over).state
    const { version: __, ...granted } = after(ended, redeem, over).state
    expect(granted).toMatchObject({ status: 'prepaid', cycle: null, payments: [], term: 0, contractAt: null })
    expect(late).toEqual(granted)
  })

  it('gives up an order of a cancelled period that is over', () => {
    const left = after(active, { type: 'cancel' })
    const order = after(left, setUsers(left, 4)).state.openCharge
    const waiting = { ...left.state, openCharge: order && ({ ...order, state: 'needs-action' } as const) }
    const decision = decideAt(waiting, redeem, day('2026-12-21'))
    expect(decision).toMatchObject({ ok: true, voidCharge: 'seats-4', next: { openCharge: null } })
  })

  it('outlives a subscription that ends before it', () => {
    const left = after(after(active, redeem), { type: 'cancel' })
    const rest = after(left, { type: 'until-reached', users: 5 }, day('2026-12-21'))
    expect(rest.state).toMatchObject({
      status: 'prepaid',
      licenseCount: 2,
      includedLicenses: 2,
      until: day('2027-01-26'),
      coupon: 'WELCOME',
    })
    const over = after(rest, { type: 'until-reached', users: 5 }, day('2027-01-26'))
    expect(over.state).toMatchObject({ status: 'cancelled', coupon: null, includedLicenses: 0 })
  })

  it('during a grant takes nothing away: the longer time and the larger number hold', () => {
    const granted = after(none, { ...assign, licenseCount: 9, interval: { value: 6, unit: 'm' } })
    expect(after(granted, redeem).state).toMatchObject({
      licenseCount: 9,
      until: day('2027-05-21'),
      coupon: 'WELCOME',
    })
    const short = after(none, { ...assign, licenseCount: 1, interval: { value: 1, unit: 'd' } })
    expect(after(short, redeem).state).toMatchObject({ licenseCount: 2, until: day('2027-01-21') })
  })

  it('during a trial begins when the trial ends, with the larger number of users', () => {
    const { state, now } = called('trial: without a card')
    const decision = decideAt(state, redeem, now)
    expect(decision).toMatchObject({
      next: {
        status: 'prepaid',
        licenseCount: 2,
        includedLicenses: 2,
        until: intervalsAfter(state.until as Date, coupon.interval),
        coupon: 'WELCOME',
      },
      mails: ['coupon-redeemed'],
    })
    const more = decideAt({ ...state, licenseCount: 4 }, redeem, now)
    expect(more).toMatchObject({ next: { status: 'prepaid', licenseCount: 4, includedLicenses: 4 } })
    // an expired trial adds nothing
    expect(decideAt(state, redeem, state.until as Date)).toMatchObject({
      next: { until: intervalsAfter(state.until as Date, coupon.interval) },
    })
  })

  it('is refused in a service that is closing', () => {
    const sunset = { serviceMode: 'sunset' } as const
    for (const event of [redeem, assign, subscribing])
      expect(decideAt(none.state, event, none.now, sunset)).toEqual({ ok: false, problem: 'sunset' })
    expect(decideAt(none.state, confirming, none.now, sunset)).toMatchObject({ next: { status: 'none' } })
  })
})

describe('prepaid licences', () => {
  it('are added to the time that still runs', () => {
    const granted = after(none, assign)
    const twice = after(granted, assign, day('2026-12-01'))
    expect(twice.state.until).toEqual(day('2027-01-21'))
    expect(after(granted, assign, day('2027-03-01')).state.until).toEqual(day('2027-04-01'))
    expect(decideAt(none.state, assign, none.now)).toMatchObject({ mails: ['prepaid-assigned'] })
  })

  it('keep the coupon of a running grant, and the plan chosen to follow it', () => {
    const planned = after(called('prepaid: by a coupon'), subscribing)
    expect(after(planned, assign).state).toMatchObject({
      coupon: 'WELCOME',
      nextInterval: subscribing.interval,
    })
  })

  it('are none for a paid subscription, and give up an order that waits for the bank', () => {
    expect(decideAt(active.state, assign, active.now)).toEqual({ ok: false, problem: 'already-subscribed' })
    const { state, now } = called('cancelled: subscribing again, waiting for the bank')
    expect(decideAt(state, assign, now)).toMatchObject({
      next: { status: 'prepaid', openCharge: null },
      voidCharge: state.openCharge?.key,
    })
  })

  it('wait for the end of a trial, and for nothing longer', () => {
    const trial = after(none, confirming)
    const over = trial.state.until as Date
    const justBefore = new Date(over.getTime() - 1)
    expect(decideAt(trial.state, assign, justBefore)).toEqual({ ok: false, problem: 'already-subscribed' })
    expect(decideAt(trial.state, assign, over)).toMatchObject({
      next: { status: 'prepaid', licenseCount: 3 },
    })
    const ordered = after(trial, subscribing).state
    expect(decideAt(ordered, assign, over)).toEqual({ ok: false, problem: 'already-subscribed' })
  })

  it('for a user who has cancelled are not followed by a charge', () => {
    const left = after(active, { type: 'cancel' })
    const granted = after(left, assign)
    expect(granted.state).toMatchObject({ status: 'prepaid', nextInterval: null, cycle: null, payments: [] })
    expect(granted.state.until).toEqual(new Date('2027-01-21T00:00:00Z'))
    expect(after(granted, { type: 'until-reached', users: 3 }, day('2027-01-21')).state.status).toBe(
      'cancelled',
    )
  })

  it('with a card and a plan accept more users, who are charged separately from today', () => {
    const planned = after(after(none, assign), subscribing)
    const now = day('2026-12-01')
    const more = answered(after({ ...planned, now }, setUsers({ ...planned, now }, 5)), 'succeeded').state
    expect(more).toMatchObject({
      status: 'active',
      licenseCount: 5,
      includedLicenses: 3,
      includedUntil: day('2026-12-21'),
      until: new Date('2027-01-01T00:00:00Z'),
      term: 1,
    })
    expect(more.payments[0]?.amount.netCents).toBe(2000)
    const dayLong = { ...redeem, coupon: { ...coupon, interval: { value: 1, unit: 'd' } as const } }
    expect(after({ state: more, now }, dayLong).state).toMatchObject({
      includedLicenses: 3,
      includedUntil: day('2026-12-21'),
      coupon: 'WELCOME',
    })
  })
})

describe('confirming the e-mail', () => {
  it('redeems a coupon of the registration instead of the trial', () => {
    expect(decideAt(none.state, { ...confirming, coupon }, none.now)).toMatchObject({
      next: { status: 'prepaid', coupon: 'WELCOME', includedUntil: day('2027-01-21') },
      mails: ['coupon-redeemed'],
    })
    expect(decideAt(none.state, confirming, none.now)).toMatchObject({
      next: { status: 'trial', coupon: null, includedUntil: null },
      mails: ['trial-started'],
    })
  })

  it('a second time begins nothing', () => {
    expect(decideAt(active.state, confirming, active.now)).toEqual({
      ok: true,
      next: active.state,
      mails: [],
    })
  })
})

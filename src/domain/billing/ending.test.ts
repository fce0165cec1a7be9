import { describe, expect, it } from 'vitest'
import { active, called, coupon, day, decideAt } from '#support/billing-states.ts'
import { end, voided } from './ending.ts'

const declined = called('active: past due, soft')

describe('the end of a subscription', () => {
  it('keeps the card, the plan and the credit, and nothing of the period', () => {
    const state = { ...active.state, creditCents: 700, periodCreditCents: 300 }
    expect(end(state, active.now)).toEqual({
      ok: true,
      next: {
        ...state,
        status: 'cancelled',
        until: active.now,
        licenseCount: 3,
        includedLicenses: 0,
        includedUntil: null,
        coupon: null,
        nextInterval: null,
        openCharge: null,
        payments: [],
        creditCents: 700,
        periodCreditCents: 0,
        cycle: null,
        periodStart: null,
        term: 0,
        contractAt: null,
        version: state.version + 1,
      },
      mails: [],
    })
  })

  it('is its own date where that has passed, else now', () => {
    const until = active.state.until as Date
    expect(end(active.state, day('2026-12-25'))).toMatchObject({ next: { until } })
    expect(end(active.state, day('2026-12-01'))).toMatchObject({ next: { until: day('2026-12-01') } })
    expect(end({ ...active.state, until: null }, active.now)).toMatchObject({ next: { until: active.now } })
  })

  it('abandons an open charge, at the provider too', () => {
    expect(end(declined.state, declined.now)).toMatchObject({
      next: { openCharge: null },
      voidCharge: 'period-2',
    })
    expect(voided(null)).toEqual({})
    expect(end(active.state, active.now)).not.toHaveProperty('voidCharge')
  })

  it.each(['active: renewal on its way', 'active: renewal unknown'])(
    'waits for a charge that may be paid: %s',
    (name) => {
      const { state, now } = called(name)
      expect(end(state, now)).toEqual({ ok: false, problem: 'charge-in-flight' })
    },
  )
})

describe('users that a coupon includes', () => {
  const including = called('active: with users included by a coupon').state
  const over = including.includedUntil as Date

  it('keep watching: the rest of its time is prepaid', () => {
    expect(end(including, new Date(over.getTime() - 1))).toMatchObject({
      next: {
        status: 'prepaid',
        until: over,
        licenseCount: 2,
        includedLicenses: 2,
        includedUntil: over,
        coupon: coupon.code,
        interval: null,
        nextInterval: null,
        cycle: null,
        term: 0,
        payments: [],
      },
    })
  })

  it('end with the subscription if its time is over', () => {
    expect(end(including, over)).toMatchObject({
      next: {
        status: 'cancelled',
        licenseCount: 3,
        includedLicenses: 0,
        includedUntil: null,
        coupon: null,
      },
    })
  })

  it('may be a single one', () => {
    expect(end({ ...including, includedLicenses: 1 }, active.now)).toMatchObject({
      next: { status: 'prepaid', licenseCount: 1 },
    })
  })

  it('do not exist with a date but no number, or a number but no date', () => {
    const numberless = { ...including, includedLicenses: 0 }
    expect(end(numberless, active.now)).toMatchObject({ next: { status: 'cancelled' } })
    const dateless = { ...including, includedUntil: null }
    expect(end(dateless, active.now)).toMatchObject({ next: { status: 'cancelled' } })
  })

  it('of a grant end with the grant: one licence is left, as in every account', () => {
    const { state, now } = called('prepaid: by the admin')
    expect(end(state, now)).toMatchObject({
      next: { status: 'cancelled', until: now, licenseCount: 1, includedLicenses: 0 },
    })
    // the same by the nightly job
    const reached = { type: 'until-reached', users: 3 } as const
    expect(decideAt(state, reached, state.until as Date)).toMatchObject({
      next: { status: 'cancelled', licenseCount: 1 },
      mails: ['subscription-ended'],
    })
  })
})

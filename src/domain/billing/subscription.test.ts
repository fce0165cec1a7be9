import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginSubscription, isPastDue, redeemCoupon, startTrial, statusAt } from './subscription.ts'

const now = new Date('2026-11-21T12:00:00Z')
const coupon = { code: 'WELCOME', licenseCount: 3, interval: { value: 2, unit: 'm' } } as const

describe('a trial', () => {
  it("runs through its 14th day, to the midnight that ends it in the seller's time zone, for one user", () => {
    expect(startTrial(now, 14, 'Europe/Berlin')).toEqual({
      status: 'trial',
      until: new Date('2026-12-05T23:00:00Z'),
      licenseCount: 1,
      includedLicenses: 0,
      interval: null,
      couponCode: null,
    })
  })

  it.each([
    ['2026-11-22T00:00:00+01:00', 'Europe/Berlin', '2026-12-07T00:00:00+01:00'],
    ['2026-11-22T23:59:59+01:00', 'Europe/Berlin', '2026-12-07T00:00:00+01:00'],
    ['2026-03-20T12:00:00+01:00', 'Europe/Berlin', '2026-04-04T00:00:00+02:00'],
    ['2026-11-22T12:00:00Z', 'Pacific/Auckland', '2026-12-08T00:00:00+13:00'],
    ['2026-11-22T12:00:00Z', 'Pacific/Honolulu', '2026-12-07T00:00:00-10:00'],
  ])('that begins at %s in %s ends at %s', (begun, zone, until) => {
    expect(startTrial(new Date(begun), 14, zone).until).toEqual(new Date(until))
  })
})

describe('a redeemed coupon', () => {
  it('gives its licences, prepaid for its interval', () => {
    expect(redeemCoupon(coupon, now)).toEqual({
      status: 'prepaid',
      until: new Date('2027-01-21T12:00:00Z'),
      licenseCount: 3,
      includedLicenses: 3,
      interval: { value: 2, unit: 'm' },
      couponCode: 'WELCOME',
    })
  })

  it('always grants time in the future', () => {
    const intervals = fc.record({
      value: fc.integer({ min: 1, max: 99 }),
      unit: fc.constantFrom('d', 'w', 'm', 'y'),
    })
    fc.assert(
      fc.property(intervals, fc.integer({ min: 1, max: 60 }), (interval, licenseCount) => {
        const granted = redeemCoupon({ code: 'x', licenseCount, interval }, now)
        expect(granted.until.getTime()).toBeGreaterThan(now.getTime())
        expect(granted.includedLicenses).toBe(licenseCount)
      }),
    )
  })
})

describe('confirming the contact', () => {
  const registration = { now, serviceMode: 'open', trialDays: 14, zone: 'UTC', hadTrial: false } as const

  it('starts the trial', () => {
    expect(beginSubscription(registration)?.status).toBe('trial')
  })

  it('redeems the coupon instead, also for a user who had a trial', () => {
    expect(beginSubscription({ ...registration, coupon })?.status).toBe('prepaid')
    expect(beginSubscription({ ...registration, coupon, hadTrial: true })?.status).toBe('prepaid')
  })

  it('starts no second trial', () => {
    expect(beginSubscription({ ...registration, hadTrial: true })).toBeUndefined()
  })

  it('starts no trial where none is offered', () => {
    expect(beginSubscription({ ...registration, trialDays: 0 })).toBeUndefined()
  })

  it('starts nothing in a service that is closing', () => {
    expect(beginSubscription({ ...registration, serviceMode: 'sunset' })).toBeUndefined()
    expect(beginSubscription({ ...registration, serviceMode: 'sunset', coupon })).toBeUndefined()
  })
})

describe('the status that people see', () => {
  it.each([
    ['trial', -1, 'trial'],
    ['trial', 0, 'cancelled'],
    ['prepaid', 1, 'cancelled'],
    ['pending-expiry', 1, 'cancelled'],
    ['active', 1, 'active'],
    ['active', 9.9, 'active'],
    ['active', 10, 'cancelled'],
    ['cancelled', -1, 'cancelled'],
  ] as const)('%s, %d days after its date: %s', (status, daysAfter, shown) => {
    const until = new Date(now.getTime() - daysAfter * 86_400_000)
    expect(statusAt({ status, until }, now, 10)).toBe(shown)
  })

  it('is past due while an active subscription lives on its grace', () => {
    expect(isPastDue({ status: 'active', until: now }, now)).toBe(true)
    expect(isPastDue({ status: 'active', until: new Date(now.getTime() + 1) }, now)).toBe(false)
    expect(isPastDue({ status: 'trial', until: now }, now)).toBe(false)
  })
})

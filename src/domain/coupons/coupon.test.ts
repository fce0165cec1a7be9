import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couponKey, couponReservationDays, isCouponCode, isRedeemable } from './coupon.ts'

describe('a coupon code', () => {
  it.each(['abc', 'ABC', 'a b', 'Welcome-2026', 'a+b_c.d-e', '123', ' abc '])('may be %j', (code) => {
    expect(isCouponCode(code)).toBe(true)
  })

  it.each(['', 'ab', ' ab ', 'abc!', 'äöü', 'a\nbc', 'abc;', 'x'.repeat(101)])('can not be %j', (code) => {
    expect(isCouponCode(code)).toBe(false)
  })

  it('is compared without regard to case and spaces', () => {
    expect(couponKey(' Wel come-2026 ')).toBe(couponKey('WELCOME-2026'))
    expect(couponKey('a.b')).not.toBe(couponKey('ab'))
  })

  it('has one key, whatever its spacing and spelling', () => {
    const codes = fc.string({ unit: fc.constantFrom(...'abcXYZ019+_.-'), minLength: 3, maxLength: 20 })
    fc.assert(
      fc.property(codes, fc.nat(20), (code, at) => {
        const typed = ` ${code.slice(0, at)}  ${code.slice(at).toUpperCase()} `
        expect(couponKey(typed)).toBe(couponKey(code))
        expect(couponKey(couponKey(code))).toBe(couponKey(code))
      }),
    )
  })
})

describe('a coupon', () => {
  const today = '2026-11-21'
  it.each([
    [{ uses: 0, maxUses: null, validUntil: null }, true],
    [{ uses: 999, maxUses: null, validUntil: null }, true],
    [{ uses: 4, maxUses: 5, validUntil: null }, true],
    [{ uses: 5, maxUses: 5, validUntil: null }, false],
    [{ uses: 0, maxUses: null, validUntil: '2026-11-21' }, true],
    [{ uses: 0, maxUses: null, validUntil: '2026-11-20' }, false],
    [{ uses: 5, maxUses: 5, validUntil: '2027-01-01' }, false],
    [{ uses: 0, maxUses: 1, validUntil: '2027-01-01', isVoid: true }, false],
    [{ uses: 0, maxUses: 1, validUntil: '2027-01-01', isVoid: false }, true],
  ])('%j can be redeemed: %s', (coupon, expected) => {
    expect(isRedeemable(coupon, today)).toBe(expected)
  })

  it('can be redeemed until its last day is over', () => {
    const coupon = { uses: 0, maxUses: null, validUntil: '2026-11-21' }
    expect(isRedeemable(coupon, '2026-11-21')).toBe(true)
    expect(isRedeemable(coupon, '2026-11-22')).toBe(false)
  })

  it('is reserved for a week for a user with an unconfirmed address', () => {
    expect(couponReservationDays).toBe(7)
  })

  it('never becomes redeemable again by time passing or by being used', () => {
    const coupons = fc.record({
      uses: fc.nat(10),
      maxUses: fc.option(fc.integer({ min: 1, max: 10 })),
      validUntil: fc.option(fc.constantFrom('2026-11-20', '2026-11-21', '2026-12-01')),
    })
    fc.assert(
      fc.property(coupons, fc.nat(40), fc.nat(5), (coupon, days, moreUses) => {
        fc.pre(!isRedeemable(coupon, today))
        const later = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
        expect(isRedeemable({ ...coupon, uses: coupon.uses + moreUses }, later)).toBe(false)
      }),
    )
  })
})

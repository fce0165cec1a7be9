import { expect, test } from 'vitest'
import { isCouponCode } from '#domain/coupons/coupon.ts'
import { printedOrderNumber } from './order-number.ts'
import { voucherCode, voucherValidUntil } from './voucher-code.ts'

test('a code is GIFT and three groups of four unambiguous characters, and is valid at registration', () => {
  const code = voucherCode(Uint8Array.from({ length: 24 }, (_, index) => index * 7))
  expect(code).toMatch(/^GIFT(-[2-9A-HJKMNP-TV-Z]{4}){3}$/)
  expect(isCouponCode(code)).toBe(true)
})

test('every byte counts, and those that would make a sign likelier are left out', () => {
  expect(voucherCode(new Uint8Array(12))).toBe('GIFT-2222-2222-2222')
  expect(voucherCode(new Uint8Array(12).fill(1))).toBe('GIFT-3333-3333-3333')
  expect(voucherCode(new Uint8Array(12).fill(31))).toBe('GIFT-3333-3333-3333')
  expect(voucherCode(Uint8Array.from([255, 240, ...new Uint8Array(12).fill(239)]))).toBe(
    'GIFT-ZZZZ-ZZZZ-ZZZZ',
  )
  expect(() => voucherCode(new Uint8Array(11))).toThrow(RangeError)
  expect(() => voucherCode(new Uint8Array(11))).toThrow(/^too few random bytes for a voucher code$/)
  expect(() => voucherCode(new Uint8Array(30).fill(250))).toThrow(RangeError)
})

test('a voucher can be redeemed to the end of the third year after it was bought', () => {
  expect(voucherValidUntil('2026-01-01')).toBe('2029-12-31')
  expect(voucherValidUntil('2026-12-31')).toBe('2029-12-31')
})

test('the number of an order is printed in groups of four', () => {
  expect(printedOrderNumber('261104123456')).toBe('2611 0412 3456')
})

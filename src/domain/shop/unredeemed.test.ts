import { describe, expect, test } from 'vitest'
import type { SoldLine } from './sold-order.ts'
import { unredeemedCents } from './unredeemed.ts'

const part = { productId: 'p', name: 'P', quantity: 1, grossCents: 0, discountCents: 0, vatBasisPoints: 1900 }
const voucher = (netCents: number, of: Partial<typeof part> = {}): SoldLine => ({
  ...part,
  ...of,
  netCents,
  kind: 'voucher',
  licenseCount: 1,
  interval: { value: 1, unit: 'm' },
})
const mug: SoldLine = {
  ...part,
  netCents: 1250,
  kind: 'goods',
  variant: '',
  weightGrams: 400,
  taxClass: 'standard',
}

describe('of the vouchers of an order, what was paid for those that nobody redeemed is', () => {
  test.each<[string, SoldLine[], boolean[], number]>([
    ['all of one', [voucher(1000)], [true], 1190],
    ['nothing of one that was redeemed', [voucher(1000)], [false], 0],
    ['a third of three', [voucher(3000, { quantity: 3 })], [false, true, false], 1190],
    ['by their own lines', [voucher(1000), voucher(5400, { quantity: 2 })], [false, true, false], 3213],
    ['by their own lines alone', [voucher(1000), voucher(5400, { quantity: 2 })], [true, false, false], 1190],
    [
      'by the third line, after two others',
      [voucher(1000), voucher(5400, { quantity: 2 }), voucher(2000)],
      [false, false, false, true],
      2380,
    ],
    ['without the goods beside them', [mug, voucher(1000), mug], [true], 1190],
    ['less their share of the discount', [voucher(1000, { discountCents: 100 })], [true], 1071],
    ['at the rate of the day', [voucher(1000, { vatBasisPoints: 2550 })], [true], 1255],
    ['never more than was paid', [voucher(1000, { quantity: 3 })], [true, true, false], 793],
  ])('%s', (_, lines, isOpen, expected) => {
    expect(unredeemedCents(lines, isOpen)).toBe(expected)
  })
})

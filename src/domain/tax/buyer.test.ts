import { expect, test } from 'vitest'
import { isBusiness } from './buyer.ts'

test.each([
  [{ isBusiness: false, vatId: null }, false],
  [{ isBusiness: false, vatId: '' }, false],
  [{ isBusiness: false, vatId: 'DE136695976' }, true],
  [{ isBusiness: true, vatId: null }, true],
])('%o is a business: %s', (buyer, business) => {
  expect(isBusiness(buyer)).toBe(business)
})

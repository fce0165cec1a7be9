import { expect, test } from 'vitest'
import { typedOrderNumber, type Withdrawn, withdrawalOf } from './withdrawal.ts'

const order: Withdrawn = {
  state: 'paid',
  isOwed: false,
  ships: false,
  isBusiness: false,
  placedOn: '2026-11-01',
  deliveredOn: undefined,
  today: '2026-11-15',
  hasRedeemed: false,
}
const goods = { ...order, ships: true }

test.each([
  ['vouchers on the 14th day', order, 'refund'],
  ['vouchers on the 15th day', { ...order, today: '2026-11-16' }, 'operator'],
  ['vouchers of which one was redeemed', { ...order, hasRedeemed: true }, 'operator'],
  ['what is not paid', { ...order, state: 'placed' }, 'cancel'],
  ['an order of a business', { ...order, isBusiness: true }, 'operator'],
  ['goods that wait to be packed, however long', { ...goods, today: '2027-01-01' }, 'refund'],
  ['goods that are packed', { ...goods, state: 'packed' }, 'refund'],
  ['goods on their way', { ...goods, state: 'shipped', today: '2027-01-01' }, 'goods-back'],
  [
    'goods on the 14th day after their delivery',
    { ...goods, state: 'delivered', deliveredOn: '2026-11-20', today: '2026-12-04' },
    'goods-back',
  ],
  [
    'goods on the 15th day after their delivery',
    { ...goods, state: 'delivered', deliveredOn: '2026-11-20', today: '2026-12-05' },
    'operator',
  ],
  ['what is packed and owed', { ...goods, state: 'packed', isOwed: true }, 'cancel'],
  ['what is shipped and owed', { ...goods, state: 'shipped', isOwed: true }, 'goods-back'],
  ['what is refunded already', { ...order, state: 'returned', today: '2027-01-01' }, 'closed'],
  ['what is cancelled already', { ...order, state: 'cancelled' }, 'closed'],
] as const)('a withdrawal from %s', (_, withdrawn, expected) => {
  expect(withdrawalOf(withdrawn)).toBe(expected)
})

test('an order number is read in any grouping, and no other number is taken for one', () => {
  for (const text of ['261104123456', '2611 0412 3456', 'Order 2611-0412-3456, please'])
    expect(typedOrderNumber(text)).toBe('261104123456')
  // contract numbers have 13 digits
  for (const text of [null, '', 'my order', '12345678901', '0412 3456 7890 1', '1234567890123'])
    expect(typedOrderNumber(text)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { typedOrderNumber, type Withdrawn, withdrawalOf, withdrawnPieces } from './withdrawal.ts'

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

const lines = [3, 1].map((quantity) => ({
  kind: 'goods' as const,
  quantity,
  netCents: 100,
  discountCents: 0,
  vatBasisPoints: 1900,
}))
test.each([
  ['the whole order', [0, 0], null, { pieces: null, part: null }, { pieces: [3, 1], isWhole: true }],
  ['what is left of it', [1, 1], null, { pieces: null, part: null }, { pieces: [2, 0], isWhole: true }],
  [
    'what nobody has withdrawn from before',
    [0, 0],
    [1, 1],
    { pieces: null, part: null },
    { pieces: [2, 0], isWhole: false },
  ],
  ['pieces', [0, 0], null, { pieces: [2, 0], part: '2 × Mug' }, { pieces: [2, 0], isWhole: false }],
  ['each piece', [1, 0], null, { pieces: [2, 1], part: null }, { pieces: [2, 1], isWhole: true }],
  [
    'more pieces than remain',
    [1, 0],
    [1, 0],
    { pieces: [3, 0], part: null },
    { pieces: [1, 0], isWhole: false },
  ],
  [
    'pieces that are awaited',
    [0, 0],
    [3, 0],
    { pieces: [3, 0], part: null },
    { pieces: [0, 0], isWhole: false },
  ],
  ['a part in words', [0, 0], null, { pieces: null, part: 'a mug' }, undefined],
  ['no pieces', [0, 0], null, { pieces: [0, 0], part: null }, undefined],
  ['pieces of too few lines', [0, 0], null, { pieces: [1], part: null }, undefined],
  ['pieces of too many lines', [0, 0], null, { pieces: [1, 0, 0], part: null }, undefined],
  [
    'a part where nothing is left',
    [3, 1],
    null,
    { pieces: null, part: 'a mug' },
    { pieces: [0, 0], isWhole: true },
  ],
] as const)('a withdrawal from %s takes its pieces', (_, returned, awaited, declared, expected) => {
  expect(withdrawnPieces({ lines, returned }, awaited, declared)).toEqual(expected)
})

test('an order number is read in any grouping, and no other number is mistaken for one', () => {
  for (const text of ['261104123456', '2611 0412 3456', 'Order 2611-0412-3456, please'])
    expect(typedOrderNumber(text)).toBe('261104123456')
  // contract numbers have 13 digits
  for (const text of [null, '', 'my order', '12345678901', '0412 3456 7890 1', '1234567890123'])
    expect(typedOrderNumber(text)).toBeUndefined()
})

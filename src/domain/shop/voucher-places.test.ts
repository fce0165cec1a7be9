import { expect, test } from 'vitest'
import { openPieces, openPlaces, type VoucherState } from './voucher-places.ts'

const lines = [
  { kind: 'voucher', quantity: 3 },
  { kind: 'goods', quantity: 2 },
  { kind: 'voucher', quantity: 2 },
] as const
const states: readonly VoucherState[] = ['open', 'redeemed', 'open', 'open', 'void']

test('pieces are the last unredeemed vouchers of their line', () => {
  expect(openPlaces(lines, [1, 2, 0], states)).toEqual([2])
  expect(openPlaces(lines, [2, 0, 1], states)).toEqual([0, 2, 3])
  expect(openPlaces(lines, [3, 0, 2], states)).toEqual([0, 2, 3])
  expect(openPlaces(lines, [0, 2, 0], states)).toEqual([])
})

test('of each line so many vouchers are open', () => {
  expect(openPieces(lines, states)).toEqual([2, 0, 1])
})

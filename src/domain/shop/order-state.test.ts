import { expect, test } from 'vitest'
import { deskEvents, nextOrderState, type OrderEvent, type OrderState } from './order-state.ts'

const events: readonly OrderEvent[] = ['pay', 'pack', 'ship', 'deliver', 'cancel', 'return']

/** The state after each event; `-`: not possible. */
const table: Record<OrderState, readonly (OrderState | '-')[]> = {
  placed: ['paid', '-', '-', '-', 'cancelled', '-'],
  paid: ['-', 'packed', '-', '-', '-', 'returned'],
  packed: ['-', '-', 'shipped', '-', '-', 'returned'],
  shipped: ['-', '-', '-', 'delivered', '-', 'returned'],
  delivered: ['-', '-', '-', '-', '-', 'returned'],
  cancelled: ['-', '-', '-', '-', '-', '-'],
  returned: ['-', '-', '-', '-', '-', '-'],
}

test.each(Object.entries(table))('an order that is %s', (state, row) => {
  const order = { state: state as OrderState, isOwed: false }
  expect(events.map((event) => nextOrderState(order, event) ?? '-')).toEqual(row)
})

/** Orders on invoice ship when the operator decides; payment does not change their state. */
const owed: Record<OrderState, readonly (OrderState | '-')[]> = {
  placed: ['paid', 'packed', '-', '-', 'cancelled', '-'],
  paid: ['-', '-', '-', '-', '-', '-'],
  packed: ['packed', '-', 'shipped', '-', 'cancelled', '-'],
  shipped: ['shipped', '-', '-', 'delivered', 'cancelled', '-'],
  delivered: ['delivered', '-', '-', '-', 'cancelled', '-'],
  cancelled: ['-', '-', '-', '-', '-', '-'],
  returned: ['-', '-', '-', '-', '-', '-'],
}

test.each(Object.entries(owed))('an order on invoice that is %s and not paid', (state, row) => {
  const order = { state: state as OrderState, isOwed: true }
  expect(events.map((event) => nextOrderState(order, event) ?? '-')).toEqual(row)
})

test('at the desk goods are packed, shipped and delivered in this order; vouchers are not', () => {
  const states = Object.keys(table) as OrderState[]
  const next = (ships: boolean, isOwed = false) =>
    states.map((state) => deskEvents({ state, isOwed }, { ships }).join())
  expect(next(true)).toEqual(['cancel', 'pack', 'ship', 'deliver', '', '', ''])
  expect(next(false)).toEqual(['cancel', '', '', '', '', '', ''])
  expect(next(true, true)).toEqual(['pack,cancel', '', 'ship,cancel', 'deliver,cancel', 'cancel', '', ''])
  expect(next(false, true)).toEqual(['cancel', '', 'cancel', 'cancel', 'cancel', '', ''])
})

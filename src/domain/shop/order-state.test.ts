import { expect, test } from 'vitest'
import { deskEvents, nextOrderState, type OrderEvent, type OrderState } from './order-state.ts'

const events: readonly OrderEvent[] = ['pay', 'pack', 'ship', 'deliver', 'cancel', 'return']

/** What follows each event; `-` cannot happen. */
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
  expect(events.map((event) => nextOrderState(state as OrderState, event) ?? '-')).toEqual(row)
})

test('at the desk goods are packed, shipped and delivered one after the other; vouchers are not', () => {
  const states = Object.keys(table) as OrderState[]
  const next = (ships: boolean) => states.map((state) => deskEvents(state, { ships }).join())
  expect(next(true)).toEqual(['cancel', 'pack', 'ship', 'deliver', '', '', ''])
  expect(next(false)).toEqual(['cancel', '', '', '', '', '', ''])
})

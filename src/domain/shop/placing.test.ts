import { describe, expect, test } from 'vitest'
import type { CartLine } from './cart.ts'
import { type Fulfilment, type PlacingFault, placingFault } from './placing.ts'

const voucher: CartLine = {
  product: {
    kind: 'voucher',
    id: 'v',
    name: 'Three months',
    netCents: 2700,
    licenseCount: 1,
    interval: { value: 3, unit: 'm' },
  },
  quantity: 1,
}
const book: CartLine = {
  product: {
    kind: 'goods',
    id: 'b',
    name: 'Book',
    variant: '',
    netCents: 3000,
    weightGrams: 400,
    stock: 5,
    taxClass: 'book',
  },
  quantity: 2,
}

const carts = { nothing: [], vouchers: [voucher], goods: [book], both: [voucher, book] }
const shippings = ['none', 'parcel'] as const
const payments = { none: [undefined, false], card: ['card', true], invoice: ['invoice', false] } as const

type Row = [keyof typeof carts, (typeof shippings)[number], keyof typeof payments, PlacingFault | 'fits']

/** Every combination, with an address. */
const table: Row[] = [
  ['nothing', 'none', 'none', 'cart-empty'],
  ['nothing', 'none', 'card', 'cart-empty'],
  ['nothing', 'none', 'invoice', 'cart-empty'],
  ['nothing', 'parcel', 'none', 'cart-empty'],
  ['nothing', 'parcel', 'card', 'cart-empty'],
  ['nothing', 'parcel', 'invoice', 'cart-empty'],
  ['vouchers', 'none', 'none', 'payment-needed'],
  ['vouchers', 'none', 'card', 'fits'],
  ['vouchers', 'none', 'invoice', 'fits'],
  ['vouchers', 'parcel', 'none', 'shipping-unneeded'],
  ['vouchers', 'parcel', 'card', 'shipping-unneeded'],
  ['vouchers', 'parcel', 'invoice', 'shipping-unneeded'],
  ['goods', 'none', 'none', 'shipping-needed'],
  ['goods', 'none', 'card', 'shipping-needed'],
  ['goods', 'none', 'invoice', 'shipping-needed'],
  ['goods', 'parcel', 'none', 'payment-needed'],
  ['goods', 'parcel', 'card', 'fits'],
  ['goods', 'parcel', 'invoice', 'fits'],
  ['both', 'none', 'none', 'shipping-needed'],
  ['both', 'none', 'card', 'shipping-needed'],
  ['both', 'none', 'invoice', 'shipping-needed'],
  ['both', 'parcel', 'none', 'payment-needed'],
  ['both', 'parcel', 'card', 'fits'],
  ['both', 'parcel', 'invoice', 'fits'],
]

const orderOf = (
  cart: keyof typeof carts,
  shipping: (typeof shippings)[number],
  chosen: keyof typeof payments,
): Fulfilment => {
  const [payment, hasCard] = payments[chosen]
  return { lines: carts[cart], shipping, payment, hasCard, hasAddress: true }
}

describe('an order is placed only when shipping and payment fit each other and the cart', () => {
  test.each(table)('%s, shipped by %s, paid by %s: %s', (cart, shipping, payment, expected) => {
    expect(placingFault(orderOf(cart, shipping, payment)) ?? 'fits').toBe(expected)
  })

  test('the table has every combination once', () => {
    const every = Object.keys(carts).flatMap((cart) =>
      shippings.flatMap((shipping) =>
        Object.keys(payments).map((payment) => `${cart} ${shipping} ${payment}`),
      ),
    )
    expect(table.map((row) => row.slice(0, 3).join(' '))).toEqual(every)
  })
})

describe('without an address', () => {
  test.each([
    ['vouchers', 'none', 'card', undefined],
    ['vouchers', 'none', 'invoice', 'address-needed'],
    ['goods', 'parcel', 'card', 'address-needed'],
    ['goods', 'parcel', 'invoice', 'address-needed'],
    ['both', 'parcel', 'card', 'address-needed'],
  ] as const)('%s, shipped by %s, paid by %s: %s', (cart, shipping, payment, expected) => {
    expect(placingFault({ ...orderOf(cart, shipping, payment), hasAddress: false })).toBe(expected)
  })
})

test('a card payment needs a card, and one by invoice does not', () => {
  const byCard = orderOf('vouchers', 'none', 'card')
  expect(placingFault({ ...byCard, hasCard: false })).toBe('card-missing')
  const byInvoice = orderOf('vouchers', 'none', 'invoice')
  expect(placingFault({ ...byInvoice, hasCard: true })).toBe('card-unneeded')
})

import type { CartLine } from './cart.ts'

/** Delivery and payment of an order. */
export type Fulfilment = {
  readonly lines: readonly Pick<CartLine, 'product'>[]
  /** `none`: nothing is shipped. */
  readonly shipping: 'none' | 'parcel'
  /** `card`: a card is stored for this order. `invoice`: by bank transfer. Undefined: not chosen yet. */
  readonly payment: 'card' | 'invoice' | undefined
  readonly hasCard: boolean
  /** Name and postal address are known. */
  readonly hasAddress: boolean
}

export type PlacingFault =
  | 'cart-empty'
  | 'address-needed'
  | 'shipping-needed'
  | 'shipping-unneeded'
  | 'payment-needed'
  | 'card-missing'
  | 'card-unneeded'

/**
 * Returns why an order cannot be placed: shipping and payment must fit each other and the cart (product.md section 4).
 * Goods need shipping and an address, vouchers alone need neither; payment by card needs a card, payment by invoice needs
 * an address and no card. Undefined: it can be placed.
 */
export function placingFault(order: Fulfilment): PlacingFault | undefined {
  const { lines, shipping, payment, hasCard, hasAddress } = order
  const ships = lines.some(({ product }) => product.kind === 'goods')
  if (lines.length === 0) return 'cart-empty'
  if (ships && shipping === 'none') return 'shipping-needed'
  if (!ships && shipping !== 'none') return 'shipping-unneeded'
  if (payment === undefined) return 'payment-needed'
  if ((ships || payment === 'invoice') && !hasAddress) return 'address-needed'
  if (payment === 'card' && !hasCard) return 'card-missing'
  if (payment === 'invoice' && hasCard) return 'card-unneeded'
  return undefined
}

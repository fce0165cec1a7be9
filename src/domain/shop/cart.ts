import type { Product } from './product.ts'

/** A product and its quantity in a cart. */
export type CartItem = { readonly productId: string; readonly quantity: number }

/** Maximum quantity per product in an order. */
export const mostOfOne = 20
/** Maximum number of different products in an order. */
export const mostProducts = 20

/**
 * Returns the cart with a product's quantity set: 0 removes it, a larger one than `mostOfOne` is limited to that. The
 * order of products stays.
 */
export function withQuantity(
  cart: readonly CartItem[],
  productId: string,
  quantity: number,
): readonly CartItem[] {
  const wanted = Math.min(Math.max(Math.trunc(quantity), 0), mostOfOne)
  if (wanted === 0) return cart.filter((item) => item.productId !== productId)
  const item = { productId, quantity: wanted }
  if (cart.some((one) => one.productId === productId))
    return cart.map((one) => (one.productId === productId ? item : one))
  return cart.length < mostProducts ? [...cart, item] : cart
}

/** Returns the quantity of a product in the cart. */
export function quantityOf(cart: readonly CartItem[], productId: string): number {
  return cart.find((item) => item.productId === productId)?.quantity ?? 0
}

/** Returns the number of items in the cart. */
export function countOf(cart: readonly CartItem[]): number {
  return cart.reduce((sum, { quantity }) => sum + quantity, 0)
}

export type CartLine = { readonly product: Product; readonly quantity: number }

/** Returns the cart's products; undefined if one is no longer sold, or occurs twice. */
export function linesOf(
  cart: readonly CartItem[],
  products: readonly Product[],
): readonly CartLine[] | undefined {
  const lines = cart.flatMap(({ productId, quantity }) => {
    const product = products.find(({ id }) => id === productId)
    return product ? [{ product, quantity }] : []
  })
  const isOnce = new Set(cart.map(({ productId }) => productId)).size === cart.length
  return isOnce && lines.length === cart.length ? lines : undefined
}

/** Returns the valid part of a stored cart, which may be edited by hand or written by another version. */
export function keptCart(kept: unknown): readonly CartItem[] {
  const items: readonly unknown[] = Array.isArray(kept) ? kept : []
  return items.reduce<readonly CartItem[]>((cart, item) => {
    const { productId, quantity } = (item ?? {}) as Partial<Record<keyof CartItem, unknown>>
    const fits = typeof productId === 'string' && productId !== '' && Number.isFinite(quantity)
    return fits ? withQuantity(cart, productId, Number(quantity)) : cart
  }, [])
}

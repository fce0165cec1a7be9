import type { Product } from './product.ts'

/** How many of a product somebody wants. */
export type CartItem = { readonly productId: string; readonly quantity: number }

/** At most so many of one product, */
export const mostOfOne = 20
/** and so many different ones, in one order. */
export const mostProducts = 20

/** The cart with that many of a product: none takes it out, more than `mostOfOne` are `mostOfOne`. It keeps its place. */
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

/** How many of a product are in the cart. */
export function quantityOf(cart: readonly CartItem[], productId: string): number {
  return cart.find((item) => item.productId === productId)?.quantity ?? 0
}

/** How many things are in the cart altogether. */
export function countOf(cart: readonly CartItem[]): number {
  return cart.reduce((sum, { quantity }) => sum + quantity, 0)
}

export type CartLine = { readonly product: Product; readonly quantity: number }

/** The cart as products; undefined where one of them is not sold (any more), or is named twice. */
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

/** A cart out of what a browser kept, which may have been edited by hand, or written by another version. */
export function keptCart(kept: unknown): readonly CartItem[] {
  const items: readonly unknown[] = Array.isArray(kept) ? kept : []
  return items.reduce<readonly CartItem[]>((cart, item) => {
    const { productId, quantity } = (item ?? {}) as Partial<Record<keyof CartItem, unknown>>
    const fits = typeof productId === 'string' && productId !== '' && Number.isFinite(quantity)
    return fits ? withQuantity(cart, productId, Number(quantity)) : cart
  }, [])
}

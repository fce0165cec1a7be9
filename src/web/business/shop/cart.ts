import { type CartItem, withQuantity } from '#domain/shop/cart.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** The cart of this browser, independent of signing in and out. */
export function useCart(): readonly CartItem[] {
  return useLocalState(({ cart }) => cart)
}

/** So many of a product; none takes it out. */
export function putIntoCart(productId: string, quantity: number): void {
  const { cart, set } = useLocalState.getState()
  set({ cart: withQuantity(cart, productId, quantity) })
}

/** Removes products that are no longer sold. */
export function keepOnly(productIds: readonly string[]): void {
  const { cart, set } = useLocalState.getState()
  set({ cart: cart.filter((item) => productIds.includes(item.productId)) })
}

export function emptyCart(): void {
  useLocalState.getState().set({ cart: [] })
}

import { type CartItem, withQuantity } from '#domain/shop/cart.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** Returns the cart of this browser, which does not depend on the session. */
export function useCart(): readonly CartItem[] {
  return useLocalState(({ cart }) => cart)
}

/** Sets the quantity of a product; 0 removes it. */
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

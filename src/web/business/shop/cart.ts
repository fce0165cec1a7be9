import { type CartItem, withQuantity } from '#domain/shop/cart.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** What is in this browser's cart: it stays there while somebody signs in or out. */
export function useCart(): readonly CartItem[] {
  return useLocalState(({ cart }) => cart)
}

/** So many of a product; none takes it out. */
export function putIntoCart(productId: string, quantity: number): void {
  const { cart, set } = useLocalState.getState()
  set({ cart: withQuantity(cart, productId, quantity) })
}

/** Takes out what is not sold any more. */
export function keepOnly(productIds: readonly string[]): void {
  const { cart, set } = useLocalState.getState()
  set({ cart: cart.filter((item) => productIds.includes(item.productId)) })
}

export function emptyCart(): void {
  useLocalState.getState().set({ cart: [] })
}

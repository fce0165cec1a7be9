/**
 * Where an order stands. Vouchers are delivered with the payment, so an order of vouchers alone goes from `placed` to `paid`
 * and stays there; `cancelled`: given up before it was paid; `returned`: paid, and all of the money was given back.
 */
export type OrderState = 'placed' | 'paid' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'returned'

export type OrderEvent = 'pay' | 'pack' | 'ship' | 'deliver' | 'cancel' | 'return'

/** `isOwed`: it was ordered on invoice and is not paid yet, so it may be shipped before, and given up after. */
export type Standing = { readonly state: OrderState; readonly isOwed: boolean }

/** The state that follows; undefined where that cannot happen to an order that stands so. */
export function nextOrderState({ state, isOwed }: Standing, event: OrderEvent): OrderState | undefined {
  return (isOwed ? whileOwed : followers)[state][event]
}

type Followers = Record<OrderState, Partial<Record<OrderEvent, OrderState>>>

const followers: Followers = {
  placed: { pay: 'paid', cancel: 'cancelled' },
  paid: { pack: 'packed', return: 'returned' },
  packed: { ship: 'shipped', return: 'returned' },
  shipped: { deliver: 'delivered', return: 'returned' },
  delivered: { return: 'returned' },
  cancelled: {},
  returned: {},
}

const whileOwed: Followers = {
  placed: { pay: 'paid', pack: 'packed', cancel: 'cancelled' },
  paid: {},
  packed: { pay: 'packed', ship: 'shipped', cancel: 'cancelled' },
  shipped: { pay: 'shipped', deliver: 'delivered', cancel: 'cancelled' },
  delivered: { pay: 'delivered', cancel: 'cancelled' },
  cancelled: {},
  returned: {},
}

/** What the operator does with an order at the desk; it is returned together with its money. */
export type DeskEvent = 'pack' | 'ship' | 'deliver' | 'cancel'

/** What the operator may do next with an order; one of vouchers alone is never packed. */
export function deskEvents(order: Standing, { ships }: { readonly ships: boolean }): readonly DeskEvent[] {
  const events: readonly DeskEvent[] = ships ? ['pack', 'ship', 'deliver', 'cancel'] : ['cancel']
  return events.filter((event) => nextOrderState(order, event) !== undefined)
}

/** Hours after which an order that a card was to pay, and did not, is given up. */
export const unpaidOrderHours = 24

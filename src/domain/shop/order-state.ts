/**
 * Where an order stands. Vouchers are delivered with the payment, so an order of vouchers alone goes from `placed` to `paid`
 * and stays there; `cancelled`: given up before it was paid; `returned`: paid, and all of the money was given back.
 */
export type OrderState = 'placed' | 'paid' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'returned'

export type OrderEvent = 'pay' | 'pack' | 'ship' | 'deliver' | 'cancel' | 'return'

/** The state that follows; undefined where that cannot happen to an order in this state. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState | undefined {
  return followers[state][event]
}

const followers: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  placed: { pay: 'paid', cancel: 'cancelled' },
  paid: { pack: 'packed', return: 'returned' },
  packed: { ship: 'shipped', return: 'returned' },
  shipped: { deliver: 'delivered', return: 'returned' },
  delivered: { return: 'returned' },
  cancelled: {},
  returned: {},
}

/** What the operator does with an order at the desk; it is returned together with its money. */
export type DeskEvent = 'pack' | 'ship' | 'deliver' | 'cancel'

/** What the operator may do next with an order; one of vouchers alone is never packed. */
export function deskEvents(state: OrderState, { ships }: { readonly ships: boolean }): readonly DeskEvent[] {
  const events: readonly DeskEvent[] = ships ? ['pack', 'ship', 'deliver', 'cancel'] : ['cancel']
  return events.filter((event) => nextOrderState(state, event) !== undefined)
}

/** Hours after which an order that was not paid is given up. */
export const unpaidOrderHours = 24

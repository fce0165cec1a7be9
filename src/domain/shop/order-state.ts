/**
 * The state of an order. Vouchers are delivered on payment, so an order of vouchers alone goes from `placed` to `paid`
 * and stays there. `cancelled`: given up before payment. `returned`: paid and fully refunded.
 */
export type OrderState = 'placed' | 'paid' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'returned'

export type OrderEvent = 'pay' | 'pack' | 'ship' | 'deliver' | 'cancel' | 'return'

/** `isOwed`: ordered on invoice and not paid yet, so it may be shipped before payment, and cancelled after. */
export type Standing = { readonly state: OrderState; readonly isOwed: boolean }

/** Returns the next state; undefined if the event is not possible. */
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

/** The operator's transitions of an order; a return is part of its refund. */
export type DeskEvent = 'pack' | 'ship' | 'deliver' | 'cancel'

/** Returns the operator's possible transitions; an order of vouchers alone is never packed. */
export function deskEvents(order: Standing, { ships }: { readonly ships: boolean }): readonly DeskEvent[] {
  const events: readonly DeskEvent[] = ships ? ['pack', 'ship', 'deliver', 'cancel'] : ['cancel']
  return events.filter((event) => nextOrderState(order, event) !== undefined)
}

/** Hours after which an unpaid card order is cancelled. */
export const unpaidOrderHours = 24

declare const brand: unique symbol
type Branded<Name> =
  string & { readonly [brand]: Name }

export type UserId = Branded<'user'>
export type OrderId = Branded<'order'>

export function toOrderId(text: string): OrderId {
  if (!/^ord_[a-z0-9]{12}$/.test(text)) {
    throw new Error('not an order id')
  }
  return text as OrderId
}

export function toUserId(text: string): UserId {
  if (!/^usr_[a-z0-9]{12}$/.test(text)) {
    throw new Error('not a user id')
  }
  return text as UserId
}

function ship(orderId: OrderId, userId: UserId) {
  console.log(`order ${orderId} goes to ${userId}`)
}

const user = { id: toUserId('usr_0123456789ab') }
const order = { id: toOrderId('ord_0123456789ab') }

ship(order.id, user.id)
// @ts-expect-error Argument of type 'UserId' is not assignable to type 'OrderId'.
ship(user.id, order.id)

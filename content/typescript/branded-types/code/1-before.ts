const user = { id: 'usr_1' }
const order = { id: 'ord_1' }

function ship(orderId: string, userId: string) {
  console.log(`order ${orderId} goes to ${userId}`)
}

// no error: a string is a string
ship(user.id, order.id)

export {}

// node 1-before.js

const orders = [
  { id: 1, status: 'paid' },
  { id: 2, status: 'paid' },
  { id: 3, status: 'cancelled' },
]

const byStatus = orders.reduce((groups, order) => {
  (groups[order.status] ??= []).push(order)
  return groups
}, {})

console.log(byStatus)

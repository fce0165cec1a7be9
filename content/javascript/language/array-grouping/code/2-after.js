// node 2-after.js (Node 21 or later)

const ada = { name: 'Ada' }
const grace = { name: 'Grace' }
const orders = [
  { id: 1, status: 'paid', customer: ada },
  { id: 2, status: 'paid', customer: grace },
  { id: 3, status: 'cancelled', customer: ada },
]

const byStatus = Object.groupBy(
  orders,
  (order) => order.status,
)
console.log(byStatus)

// a group without members does not exist: give it a default
const { paid = [], open = [] } =
  Object.groupBy(orders, (o) => o.status)

console.log(paid.length) // 2
console.log(open.length) // 0

// keys that are not text: a Map
const byCustomer = Map.groupBy(
  orders,
  (order) => order.customer,
)

console.log(byCustomer.get(ada).map(({ id }) => id)) // [ 1, 3 ]

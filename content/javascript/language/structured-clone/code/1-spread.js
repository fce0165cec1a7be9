// node 1-spread.js

const order = { id: 7, lines: ['book'] }
const draft = { ...order }

draft.lines.push('pen')

// the list inside is shared
console.log(order.lines) // [ 'book', 'pen' ]

// node 2-clone.js

const order = { id: 7, lines: ['book'] }

const draft = structuredClone(order)
draft.lines.push('pen')
console.log(order.lines) // [ 'book' ]

const event = {
  at: new Date(),
  tags: new Set(['vip']),
}
// at is a string, tags is {}
console.log(JSON.parse(JSON.stringify(event)))
// at is a Date, tags is Set { 'vip' }
console.log(structuredClone(event))

// functions cannot be cloned: they throw, so you notice
try {
  structuredClone({ greet() {} })
} catch (error) {
  console.log(error.name) // DataCloneError
}

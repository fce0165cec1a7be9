// node ids.js (Node 22 or later)

function* ids() {
  let n = 1
  while (true) {
    yield n++
  }
}

const id = ids()
console.log(id.next().value) // 1
console.log(id.next().value) // 2

// so far not one number is made …
const tickets = ids()
  .filter((n) => n % 2 === 1)
  .map((n) => `T-${n}`)
  .take(3)

// … now five are
console.log(tickets.toArray()) // [ 'T-1', 'T-3', 'T-5' ]

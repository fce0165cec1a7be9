// node counter.js

function counter() {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

const next = counter()
console.log(next()) // 1
console.log(next()) // 2

// each call of counter makes a variable of its own
const tickets = counter()
const guests = counter()
tickets(); tickets(); guests()
console.log(tickets(), guests()) // 3 2

// node account.js

const events = [
  { day: 1, type: 'opened' },
  { day: 2, type: 'deposited', cents: 5000 },
  { day: 4, type: 'withdrawn', cents: 1200 },
  { day: 9, type: 'deposited', cents: 300 },
]

function apply(balance, event) {
  switch (event.type) {
    case 'opened': return 0
    case 'deposited': return balance + event.cents
    case 'withdrawn': return balance - event.cents
  }
}

const balance = events.reduce(apply, 0)
const onMay4 = events
  .filter((e) => e.day <= 4).reduce(apply, 0)

console.log(balance) // 4100
console.log(onMay4) // 3800

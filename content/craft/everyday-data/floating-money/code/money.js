// node money.js

console.log(0.1 + 0.2) // 0.30000000000000004

console.log(0.1 + 0.2 === 0.3) // false

console.log((1.005).toFixed(2)) // 1.00

// in cents everything is exact
const cents = 10 + 20
console.log(cents === 30) // true

// round once, and at once
const tax = Math.round(cents * 19 / 100)
console.log(tax) // 6

// only the display divides
const euros = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
})
console.log(euros.format(cents / 100)) // €0.30

// node guests.js

console.log('Ren\u00e9'.length) // 4
console.log('Rene\u0301'.length) // 5
console.log('Ren\u00e9' === 'Rene\u0301') // false

const guests = new Set(['Ren\u00e9'])
const typed = ' Rene\u0301 '

// once, where text comes in
const name = typed.normalize('NFC').trim()
console.log(guests.has(name)) // true

// to search without accents: 0 means equal
const order = new Intl.Collator('de', {
  sensitivity: 'base',
})
console.log(order.compare('Rene', 'René')) // 0

// node greet.js

// a closure keeps the variable, not the value it had
let name = 'Ada'
const greet = () => 'Hello ' + name

name = 'Grace'
console.log(greet()) // Hello Grace

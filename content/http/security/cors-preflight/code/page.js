// JSON to another origin: the browser sends OPTIONS first, and PUT only if it may
const reply = await fetch('http://localhost:8080/orders/7', {
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ status: 'paid' }),
})
console.log(await reply.json())

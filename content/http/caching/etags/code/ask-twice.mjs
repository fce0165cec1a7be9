const address = `http://localhost:${process.env.PORT ?? 8080}/catalogue`

const first = await fetch(address)
const etag = first.headers.get('etag')
console.log(first.status, etag, (await first.arrayBuffer()).byteLength, 'bytes')

const next = await fetch(address, { headers: { 'if-none-match': etag } })
console.log(next.status, next.headers.get('etag'), (await next.arrayBuffer()).byteLength, 'bytes')

// node server.mjs, then in another terminal: node ask-twice.mjs

import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const catalogue = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ id: n, title: `Film ${n}` })))
const etag = `"${createHash('sha256').update(catalogue).digest('hex').slice(0, 12)}"`

const server = createServer((request, response) => {
  if (request.url !== '/catalogue') return response.writeHead(404).end()
  // keep it, and ask before you use it
  const headers = { etag, 'cache-control': 'private, no-cache' }
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return response.writeHead(304, headers).end()
  response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(catalogue)
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://localhost:${server.address().port}/catalogue`)
})

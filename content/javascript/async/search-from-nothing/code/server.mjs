import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const products = ['Desk lamp', 'Lampshade', 'Ladder', 'Table', 'Tablet', 'Chair'].map((name) => ({ name }))
const types = { '.html': 'text/html', '.js': 'text/javascript' }

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/products') {
    const words = (searchParams.get('q') ?? '').toLowerCase()
    await wait(300)
    if (words === 'fail') return response.writeHead(503).end()
    const found = products.filter(({ name }) => name.toLowerCase().includes(words))
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  }
  const file = pathname === '/' ? 'index.html' : pathname.slice(1)
  const type = types[extname(file)]
  // only files beside this one
  if (!type || !/^[\w-]+\.\w+$/.test(file)) return response.writeHead(404).end()
  const content = await readFile(new URL(file, import.meta.url)).catch(() => undefined)
  if (!content) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(content)
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://localhost:${server.address().port}`)
})

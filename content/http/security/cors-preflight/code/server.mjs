// node server.mjs, then open another page in the browser and try page.js in its console

import { createServer } from 'node:http'

// named one by one
const trusted = ['https://shop.example', 'http://localhost:3000']

const server = createServer((request, response) => {
  const { origin } = request.headers
  const cors = { vary: 'Origin', ...(trusted.includes(origin) && { 'access-control-allow-origin': origin }) }
  if (request.method === 'OPTIONS')
    return response
      .writeHead(204, {
        ...cors,
        'access-control-allow-methods': 'GET, PUT',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '7200',
      })
      .end()
  response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end('{"saved":true}')
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://localhost:${server.address().port}`)
})

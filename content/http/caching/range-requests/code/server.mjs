// node server.mjs closures.mp4, then: curl -i -H 'Range: bytes=0-99' http://localhost:8080 --output -

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'

const file = process.argv[2]
const { size } = await stat(file)

const server = createServer((request, response) => {
  const headers = { 'accept-ranges': 'bytes', 'content-type': 'video/mp4' }
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (!asked) {
    response.writeHead(200, { ...headers, 'content-length': size })
    return createReadStream(file).pipe(response)
  }
  const start = Number(asked[1])
  const end = asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1)
  if (start > end) return response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${start}-${end}/${size}`,
    'content-length': end - start + 1,
  })
  createReadStream(file, { start, end }).pipe(response)
})

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`http://localhost:${server.address().port}`)
})

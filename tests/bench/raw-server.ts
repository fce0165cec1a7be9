// The baseline: plain `node:http` that sends the same bytes as the site. Started by `baselines.ts` in a separate process:
// node raw-server.ts <folder>. `replies.json` in the folder names headers and body file of each path.
import { openSync, read, readFileSync, statSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { join } from 'node:path'

const [folder = '.'] = process.argv.slice(2)
const replies = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>()
for (const [path, { headers, file }] of Object.entries<{ headers: OutgoingHttpHeaders; file: string }>(
  JSON.parse(readFileSync(join(folder, 'replies.json'), 'utf8')),
)) {
  const body = readFileSync(join(folder, file))
  replies.set(path, { headers: { ...headers, 'content-length': body.length }, body })
}
const film = openSync(join(folder, 'film.mp4'), 'r')
const filmBytes = statSync(join(folder, 'film.mp4')).size

const server = createServer((request, response) => {
  const reply = replies.get(request.url ?? '')
  if (reply) response.writeHead(200, reply.headers).end(reply.body)
  else sendRange(request.headers.range ?? '', response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})

const pool: Buffer[] = []

/** One positional read into a reused buffer. */
function sendRange(header: string, response: ServerResponse): void {
  const [, first = 0, last = filmBytes - 1] = /^bytes=(\d+)-(\d+)$/.exec(header)?.map(Number) ?? []
  const length = last - first + 1
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(1024 * 1024)
  read(film, buffer, 0, length, first, (error, got) => {
    if (error) throw error
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-length': got,
      'content-range': `bytes ${first}-${last}/${filmBytes}`,
    })
    response.end(buffer.subarray(0, got), () => pool.push(buffer))
  })
}

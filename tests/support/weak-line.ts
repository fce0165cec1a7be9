import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How often a share of the line is given away, in milliseconds. */
const everyMs = 25

/** A line of limited throughput to a server on this machine: what it sends on all connections shares the line. */
export async function openWeakLine(
  port: number,
  kilobitsPerSecond: number,
): Promise<{ readonly port: number; close(): void }> {
  const perTurn = Math.max(1, Math.round((kilobitsPerSecond * everyMs) / 8))
  const waiting = new Map<Socket, { readonly pieces: Buffer[]; readonly from: Socket }>()
  const server = createServer({ allowHalfOpen: false }, (client) => {
    const upstream = connect(port, '127.0.0.1')
    const queue = { pieces: [] as Buffer[], from: upstream }
    waiting.set(client, queue)
    client.pipe(upstream)
    upstream.on('data', (piece: Buffer) => {
      queue.pieces.push(piece)
      upstream.pause()
    })
    const end = () => {
      waiting.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('error', end)
    client.on('close', end)
    // what it has sent is still on its way
    upstream.on('close', () => queue.pieces.length === 0 && end())
  })
  const turn = () => {
    let left = perTurn
    // a copy: the turn changes their order
    const queues = Array.from(waiting)
    for (const [client, { pieces, from }] of queues) {
      const [first] = pieces
      if (!first || left === 0) continue
      const sent = first.subarray(0, left)
      left -= sent.length
      client.write(sent)
      if (sent.length < first.length) pieces[0] = first.subarray(sent.length)
      else pieces.shift()
      if (pieces.length > 0) continue
      if (from.destroyed) client.end()
      else from.resume()
      // who had a turn comes last in the next one
      const queue = waiting.get(client)
      waiting.delete(client)
      if (queue) waiting.set(client, queue)
    }
  }
  const timer = setInterval(turn, everyMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      clearInterval(timer)
      for (const client of waiting.keys()) client.destroy()
      server.close()
    },
  }
}

import { connect } from 'node:net'
import { processorSeconds } from './processor-time.ts'
import { median } from './request-load.ts'

/** A server that sends ranges of a film. */
export type FilmServer = {
  readonly name: string
  readonly url: string
  readonly headers?: Record<string, string>
  /** Its processes, for their CPU time. */
  readonly pids: readonly number[]
}

export type FilmRate = {
  readonly megabytesASecond: number
  /** CPU seconds per gigabyte sent; NaN if the system does not provide them. */
  readonly cpuSecondsAGigabyte: number
}

const connections = 32
const rangeBytes = 1024 * 1024
const roundMs = 1_000

/**
 * Measures the throughput of 32 connections with random ranges of 1 MiB: medians of `rounds` alternating rounds. The
 * reader only counts, into one buffer per connection, so that the sender is the bottleneck.
 */
export async function filmRates(
  servers: readonly FilmServer[],
  filmBytes: number,
  rounds: number,
): Promise<FilmRate[]> {
  const results = servers.map((): { rate: number; cpu: number }[] => [])
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const [index, server] of servers.entries()) {
      const result = await round(server, filmBytes)
      // the first turn fills caches
      if (turn >= 0) results[index]?.push(result)
    }
  }
  return results.map((list) => ({
    megabytesASecond: median(list.map(({ rate }) => rate)),
    cpuSecondsAGigabyte: median(list.map(({ cpu }) => cpu)),
  }))
}

async function round(server: FilmServer, filmBytes: number) {
  const cpuBefore = processorSeconds(server.pids)
  const began = performance.now()
  const bytes = await Promise.all(
    Array.from({ length: connections }, () => fetchRanges(server, filmBytes, began + roundMs)),
  )
  const seconds = (performance.now() - began) / 1000
  const total = bytes.reduce((sum, one) => sum + one, 0)
  const cpuAfter = processorSeconds(server.pids)
  return {
    rate: total / 1e6 / seconds,
    cpu: (cpuAfter - cpuBefore) / (total / 1e9),
  }
}

/** One connection: range after range until the time is over. Returns the bytes received. */
function fetchRanges({ name, url, headers = {} }: FilmServer, filmBytes: number, endMs: number) {
  const { hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(
    ([key, value]) => `${key}: ${value}\r\n`,
  )
  return new Promise<number>((resolve, reject) => {
    let head = ''
    let missing = 0
    let received = 0
    const ask = () => {
      if (performance.now() > endMs) {
        socket.destroy()
        return resolve(received)
      }
      head = ''
      const first = Math.floor(Math.random() * (filmBytes - rangeBytes))
      socket.write(
        `GET ${pathname} HTTP/1.1\r\n${lines.join('')}range: bytes=${first}-${first + rangeBytes - 1}\r\n\r\n`,
      )
    }
    const take = (length: number, buffer: Buffer) => {
      let body = length
      if (missing === 0) {
        head += buffer.toString('latin1', 0, Math.min(length, 4096))
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return true
        if (!head.startsWith('HTTP/1.1 206')) {
          socket.destroy()
          reject(new Error(`${name} answered ${head.split('\r\n')[0]}`))
          return false
        }
        // the part before the head is already counted
        body = length - (end + 4 - (head.length - Math.min(length, 4096)))
        missing = rangeBytes
      }
      missing -= body
      received += body
      if (missing === 0) ask()
      return true
    }
    const onread = {
      buffer: Buffer.allocUnsafe(512 * 1024),
      callback: (length: number, buffer: Uint8Array) => take(length, buffer as Buffer),
    }
    const socket = connect({ host: hostname, port: Number(port), onread }, ask)
    socket.once('error', reject)
  })
}

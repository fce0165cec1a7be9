import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ReadyHead, readyHead, writeReadyHead } from './ready-head.ts'

const headers = { 'x-first': '1', etag: '"a"', 'content-type': 'text/plain', 'content-length': '5' }
const whole = readyHead(200, headers)
const unchanged = readyHead(304, { 'x-first': '1', etag: '"a"' })

/** `/ready` and `/plain` are the same, the one by what Node has written before; `/304` below each has no body. */
const server = createServer({ keepAliveTimeout: 10_000 }, (request, response) => {
  const head = request.url?.endsWith('/304') ? unchanged : whole
  if (request.url?.startsWith('/ready')) writeReadyHead(request, response, head)
  else response.writeHead(head.status, head.headers)
  if (head === unchanged || request.method === 'HEAD') response.end()
  else response.end('whole')
})
beforeAll(() => {
  server.listen(0, '127.0.0.1')
  return once(server, 'listening')
})
afterAll(() => {
  server.close()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** All that is sent on one connection until it ends, the last request asking for that; without dates. */
async function exchange(...requests: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  for (const request of requests) socket.write(request)
  socket.write('GET /end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return (await text(socket)).replaceAll(/^Date: .{29}\r$/gm, 'Date\r')
}

const asked = (line: string, ...more: string[]) => [line, 'Host: localhost', ...more, '', ''].join('\r\n')

describe('a head that Node has written before is what it would write', () => {
  test.each([
    ['a request like any other', '1.1', []],
    ['of a connection that ends', '1.1', ['Connection: close']],
    ['of an older version', '1.0', []],
    ['of an older version that stays', '1.0', ['Connection: keep-alive']],
    ['that waits to be told to go on', '1.1', ['Expect: 100-continue']],
  ])('%s', async (_, version, more) => {
    for (const path of ['', '/304'])
      for (const method of ['GET', 'HEAD']) {
        const line = (of: string) => asked(`${method} /${of}${path} HTTP/${version}`, ...more)
        const plain = await exchange(line('plain'))
        for (let turn = 0; turn < 2; turn += 1) {
          // a usual one before, which all others could take for theirs
          await exchange(asked(`GET /ready${path} HTTP/1.1`))
          expect(await exchange(line('ready'))).toBe(plain)
        }
      }
  })

  test('also of many on one connection, whatever comes between them', async () => {
    const all = (of: string) =>
      ['', '/304', '', '', '/304'].flatMap((path) => [
        asked(`GET /${of}${path} HTTP/1.1`),
        asked(`HEAD /${of}${path} HTTP/1.1`),
      ])
    expect(await exchange(...all('ready'))).toBe(await exchange(...all('plain')))
  })
})

const usual = (socket: unknown = new Socket()) =>
  ({ method: 'GET', httpVersion: '1.1', headers: {}, socket }) as IncomingMessage
const reply = (more: object = {}) => {
  const writeHead = vi.fn()
  return { writeHead, response: { shouldKeepAlive: true, writeHead, ...more } as unknown as ServerResponse }
}
const known = (): ReadyHead => ({ ...readyHead(200, headers), written: { before: '[', after: ']' } })

test('its date is that of the moment, to the second', () => {
  const { response } = reply({ headersSent: true })
  const at = (now: string) => {
    vi.setSystemTime(now)
    writeReadyHead(usual(), response, known())
    return (response as unknown as { _header: string })._header
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(at('2026-11-24T22:30:59.999Z')).toBe('[Date: Tue, 24 Nov 2026 22:30:59 GMT\r\n]')
  expect(at('2026-11-24T22:31:00.000Z')).toBe('[Date: Tue, 24 Nov 2026 22:31:00 GMT\r\n]')
  vi.useRealTimers()
})

describe('Node is asked itself', () => {
  test('where it no longer says that it has a head', () => {
    const { writeHead, response } = reply({ headersSent: false })
    writeReadyHead(usual(), response, known())
    expect(writeHead).toHaveBeenCalledWith(200, Object.entries(headers).flat())
  })

  test('where there is no connection', () => {
    const { writeHead, response } = reply({ headersSent: true })
    writeReadyHead(usual({}), response, known())
    expect(writeHead).toHaveBeenCalledOnce()
  })

  test('and not otherwise', () => {
    const { writeHead, response } = reply({ headersSent: true })
    writeReadyHead(usual(), response, known())
    expect(writeHead).not.toHaveBeenCalled()
    expect(response.statusCode).toBe(200)
  })

  test.each([
    ['no text', undefined],
    ['no date', 'HTTP/1.1 200 OK\r\netag: "a"\r\n\r\n'],
    ['two dates', 'HTTP/1.1 200 OK\r\nDate: today\r\nDate: today\r\n\r\n'],
    ['no end', 'HTTP/1.1 200 OK\r\nDate: today\r\netag: "a"\r\n'],
  ])('again where what it has written has %s', (_, text) => {
    const head = readyHead(200, headers)
    writeReadyHead(usual(), reply({ _header: text }).response, head)
    expect(head.written).toBeUndefined()
  })
})

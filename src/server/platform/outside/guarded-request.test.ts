import dns from 'node:dns'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'
import { type GuardedRequest, guardedRequest } from './guarded-request.ts'

const usual: GuardedRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 2_000,
  maxBytes: 1_024,
  allowsLoopback: false,
}
const local = { ...usual, allowsLoopback: true }

let receiver: Server
let port: number
let connections = 0
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeAll(async () => {
  receiver = createServer((request, response) => answer(request, response))
  receiver.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => receiver.listen(0, '::', done))
  port = (receiver.address() as AddressInfo).port
})
afterAll(() => receiver.close())
afterEach(() => {
  vi.restoreAllMocks()
  receiver.closeAllConnections()
  connections = 0
})

/** Addresses that a request must never reach: each leads to this machine or a network of its own. */
const privateAddresses = [
  'http://127.0.0.1',
  'https://127.0.0.1',
  'https://127.8.9.10',
  'https://2130706433',
  'https://0x7f.1',
  'https://0177.0.0.1',
  'https://localhost',
  'https://LOCALHOST',
  'https://0.0.0.0',
  'https://0',
  'https://10.0.0.1',
  'https://100.64.0.1',
  'https://169.254.169.254',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.0.0.1',
  'https://192.168.1.1',
  'https://198.18.0.1',
  'https://224.0.0.1',
  'https://240.0.0.1',
  'https://255.255.255.255',
  'https://[::]',
  'https://[::1]',
  'https://[::127.0.0.1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:7f00:1]',
  'https://[64:ff9b::7f00:1]',
  'https://[64:ff9b:1::7f00:1]',
  'https://[2002:7f00:1::]',
  'https://[2001::7f00:1]',
  'https://[fc00::1]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[fec0::1]',
  'https://[ff02::1]',
  'https://ada:secret@93.184.215.14',
  'https://ada@93.184.215.14',
  'https://:secret@93.184.215.14',
  'http://localhost',
  'no address',
  'http://93.184.215.14',
  'ftp://93.184.215.14',
  'file:///etc/passwd',
]

test('private addresses, other schemes and credentials get no connection', async () => {
  const outcomes = await Promise.all(
    privateAddresses.map(async (address) => {
      const reply = await guardedRequest(`${address}:${port}/`.replace('passwd:', 'passwd?'), usual)
      return 'failed' in reply ? reply.failed : reply.status
    }),
  )
  expect(outcomes).toEqual(privateAddresses.map(() => 'refused'))
  expect(connections).toBe(0)
})

test('a name that leads to a private address gets no connection, whichever of its addresses that is', async () => {
  const lookups: string[][] = [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], []]
  for (const addresses of lookups) {
    namesAre(addresses)
    const reply = await guardedRequest(`https://rebound.example:${port}/`, usual)
    expect([addresses, reply]).toEqual([addresses, { failed: 'refused', reason: 'A private address' }])
  }
  expect(connections).toBe(0)
})

test('a name is looked up once: the connection uses the addresses that were checked', async () => {
  // the second look-up would lead to this machine
  let asked = 0
  namesAre(() => {
    asked += 1
    return asked === 1 ? ['93.184.215.14'] : ['127.0.0.1']
  })
  const reply = await guardedRequest(`https://rebound.example:${port}/`, { ...usual, timeoutMs: 200 })
  expect(reply).toMatchObject({ failed: expect.stringMatching(/timeout|unreachable/) })
  expect([asked, connections]).toEqual([1, 0])
})

test('addresses of this machine are for the demo alone', async () => {
  answer = (_, response) => response.end('here')
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(await guardedRequest(`http://${host}:${port}/`, local)).toMatchObject({
      status: 200,
      body: Buffer.from('here'),
      isWhole: true,
    })
  for (const other of ['http://10.0.0.1', 'https://10.0.0.1', 'http://93.184.215.14', 'ftp://127.0.0.1'])
    expect([other, await guardedRequest(`${other}:${port}/`, local)]).toMatchObject([
      other,
      { failed: 'refused' },
    ])
})

test('each request has a connection of its own, so that its address is checked', async () => {
  answer = (_, response) => response.end('here')
  for (const turn of [1, 2]) {
    await guardedRequest(`http://localhost:${port}/`, local)
    expect(connections).toBe(turn)
  }
})

test('a redirect is a reply and is not followed', async () => {
  answer = (request, response) =>
    response.writeHead(request.url === '/' ? 302 : 200, { location: '/elsewhere' }).end()
  expect(await guardedRequest(`http://127.0.0.1:${port}/`, local)).toMatchObject({ status: 302 })
  expect(connections).toBe(1)
})

test('the reply is read up to its limit, and its time', async () => {
  answer = (_, response) => response.end('x'.repeat(100_000))
  const long = await guardedRequest(`http://127.0.0.1:${port}/`, local)
  expect(long).toMatchObject({ status: 200, isWhole: false, body: Buffer.from('x'.repeat(1_024)) })
  answer = (_, response) => response.end('x'.repeat(1_024))
  expect(await guardedRequest(`http://127.0.0.1:${port}/`, local)).toMatchObject({ isWhole: true })
  // what is longer is not read on
  const closed = new Promise((resolve) => {
    answer = (_, response) => {
      const sending = setInterval(() => response.write('x'.repeat(1_000)), 5)
      response.once('close', () => resolve(clearInterval(sending)))
    }
  })
  const patient = { ...local, timeoutMs: 60_000 }
  expect(await guardedRequest(`http://127.0.0.1:${port}/`, patient)).toMatchObject({ isWhole: false })
  await closed
  answer = (_, response) => void response.writeHead(200).write('begun')
  const stuck = await guardedRequest(`http://127.0.0.1:${port}/`, { ...local, timeoutMs: 200 })
  expect(stuck).toMatchObject({ status: 200, isWhole: false, body: Buffer.from('begun') })
  answer = () => {}
  expect(await guardedRequest(`http://127.0.0.1:${port}/`, { ...local, timeoutMs: 100 })).toEqual({
    failed: 'timeout',
    reason: 'No reply in time',
  })
})

test('a server that speaks no HTTP, and a closed port, are unreachable', async () => {
  const odd = createTcpServer((socket) => socket.end('hello\n'))
  await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done))
  const { port: oddPort } = odd.address() as AddressInfo
  expect(await guardedRequest(`http://127.0.0.1:${oddPort}/`, local)).toMatchObject({ failed: 'unreachable' })
  odd.close()
  expect(await guardedRequest(`http://127.0.0.1:${oddPort}/`, local)).toMatchObject({ failed: 'unreachable' })
})

test('as a fetch it gives whole replies of up to 512 kB, within ten seconds, or throws', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const get = { method: 'GET', headers: {} }
  const fetched = () => guardedFetch(true)(`http://127.0.0.1:${port}/`, get)
  answer = (_, response) => response.end('x'.repeat(512 * 1024))
  expect((await (await fetched()).text()).length).toBe(512 * 1024)
  expect(timeout.mock.calls).toEqual([[10_000]])
  answer = (_, response) => response.end('x'.repeat(512 * 1024 + 1))
  await expect(fetched()).rejects.toThrow('the reply is too long')
  answer = (_, response) => response.writeHead(200, { 'content-length': 100 }).end('half')
  await expect(fetched()).rejects.toThrow()
  await expect(guardedFetch(false)(`http://127.0.0.1:${port}/`, get)).rejects.toThrow('refused')
})

/** Has names lead to addresses, as a server of the domain's owner could. */
function namesAre(addresses: string[] | (() => string[])): void {
  const told = typeof addresses === 'function' ? addresses : () => addresses
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, done: (...of: unknown[]) => void) => {
    done(
      null,
      told().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof dns.lookup)
}
